BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE artefacts (
	record_id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	size INTEGER NOT NULL, 
	PRIMARY KEY (record_id, name), 
	FOREIGN KEY(record_id) REFERENCES records (id)
);
INSERT INTO "artefacts" VALUES(1,'netlist.json','18ad047aa845a22317572d6af3f10f8c95c20d3d5724ee4ca1afc58540f1ed7e',8);
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
CREATE TABLE figure_rows (
	device TEXT NOT NULL, 
	design_id INTEGER NOT NULL, 
	json TEXT NOT NULL, 
	PRIMARY KEY (device, design_id), 
	FOREIGN KEY(design_id) REFERENCES designs (id)
);
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
INSERT INTO "figures" VALUES('LFE5U-85F-8',1,1,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
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
	created TEXT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE ("key"), 
	FOREIGN KEY(design_id) REFERENCES designs (id)
);
INSERT INTO "records" VALUES(1,'c3262a73daac5fe36421527c2683b53bb8e10bdcf2914dd3e4d98d750b34bf6b','synth',1,'LFE5U-85F-8','','',5,'r','{"netlist":"n"}','{}','ok','{"cells":{"LUT4":7},"lut_count":7}','{"yosys":"0.60"}','',1.5,1,'2026-11-20T08:29:49.821076+00:00');
CREATE INDEX ix_designs_label ON designs (label);
CREATE INDEX ix_records_design ON records (design_id, device, stage);
CREATE INDEX ix_records_stage ON records (stage, status, device);
CREATE INDEX ix_artefacts_digest ON artefacts (digest);
CREATE INDEX ix_figures_design ON figures (design_id);
CREATE INDEX ix_figures_stale ON figures (stale) WHERE stale = 1;
CREATE INDEX ix_figures_builder ON figures (device, builder);
COMMIT;
