BEGIN TRANSACTION;
CREATE TABLE deletedQuake (
  quakeId TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;
INSERT INTO "deletedQuake" VALUES('ak0245qs093q');
INSERT INTO "deletedQuake" VALUES('us6000mw97');
CREATE TABLE feedId (id TEXT NOT NULL) STRICT;
INSERT INTO "feedId" VALUES('0AC19A78-1FE7-4EA3-8343-66B3C4321400');
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1: quakes');
INSERT INTO "grdb_migrations" VALUES('2: deleted quakes can be restored');
INSERT INTO "grdb_migrations" VALUES('3: former ids');
INSERT INTO "grdb_migrations" VALUES('4: known time');
INSERT INTO "grdb_migrations" VALUES('5: id of the feeds');
INSERT INTO "grdb_migrations" VALUES('6: reports of events');
CREATE TABLE keptQuake (
  quakeId TEXT NOT NULL PRIMARY KEY,
  magnitude REAL,
  time REAL NOT NULL,
  updatedTime REAL NOT NULL,
  name TEXT NOT NULL,
  longitude REAL NOT NULL,
  latitude REAL NOT NULL,
  depth REAL,
  magnitudeType TEXT,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  alert TEXT,
  tsunami INTEGER NOT NULL,
  felt INTEGER,
  reportedIntensity REAL,
  estimatedIntensity REAL,
  significance INTEGER NOT NULL,
  network TEXT NOT NULL,
  otherIds TEXT,
  url TEXT,
  missingSince REAL,
  deleted REAL NOT NULL
, formerIds TEXT) STRICT, WITHOUT ROWID;
INSERT INTO "keptQuake" VALUES('ak0245qrjrlc',2.6,7.3648264110299992563e+08,736483136.04,'55 km E of Pedro Bay, Alaska',-153.1158,59.75,105.3,'ml','earthquake','automatic',NULL,0,NULL,NULL,NULL,104,'ak','us6000mw8z',NULL,NULL,8.17432308900000095374e+08,NULL);
INSERT INTO "keptQuake" VALUES('ak0245qs093q',2.4,7.36484853020999908441e+08,736487184.04,'90 km NW of Karluk, Alaska',-155.3919,58.2061,0.0,'ml','earthquake','automatic',NULL,0,NULL,NULL,NULL,89,'ak','us6000mw97',NULL,NULL,8.17432308889728069262e+08,NULL);
INSERT INTO "keptQuake" VALUES('ci40738208',0.4,7.36498480339999914189e+08,736498920.849,'19 km ESE of Anza, CA',-116.4868333,33.4911667,14.02,'ml','earthquake','automatic',NULL,0,NULL,NULL,NULL,2,'ci',NULL,NULL,NULL,8.17432308900000095374e+08,NULL);
CREATE TABLE knownTime (
  since REAL NOT NULL,
  until REAL NOT NULL CHECK (until > since),
  deleted REAL
) STRICT;
INSERT INTO "knownTime" VALUES(735894408.0,736499208.0,8.17432308900000095374e+08);
CREATE TABLE quake (
  quakeId TEXT NOT NULL PRIMARY KEY,
  magnitude REAL,
  time REAL NOT NULL,
  updatedTime REAL NOT NULL,
  name TEXT NOT NULL,
  longitude REAL NOT NULL,
  latitude REAL NOT NULL,
  depth REAL,
  magnitudeType TEXT,
  type TEXT NOT NULL,
  status TEXT NOT NULL
    CHECK (status = 'automatic' OR status = 'reviewed' OR status = 'deleted'),
  alert TEXT CHECK (
    alert = 'green' OR alert = 'yellow' OR alert = 'orange' OR alert = 'red'),
  tsunami INTEGER NOT NULL CHECK (tsunami IN (0, 1)),
  felt INTEGER,
  reportedIntensity REAL,
  estimatedIntensity REAL,
  significance INTEGER NOT NULL,
  network TEXT NOT NULL,
  otherIds TEXT,
  url TEXT,
  missingSince REAL
, formerIds TEXT) STRICT, WITHOUT ROWID;
INSERT INTO "quake" VALUES('hv74212797',3.1,736485188.01,736486956.743,'18 km SSE of Leilani Estates, Hawaii',-154.862,19.312,35.73,'ml','earthquake','reviewed',NULL,0,1,2.0,NULL,148,'hv','us6000mw98',NULL,NULL,NULL);
INSERT INTO "quake" VALUES('nc75000901',0.76,7.36498805430000066767e+08,7.36498903444999933245e+08,'7 km NW of The Geysers, CA',-122.822998046875,38.8173332214355,2.33999991416931,'md','earthquake','automatic',NULL,0,NULL,NULL,NULL,9,'nc',NULL,NULL,NULL,NULL);
CREATE TABLE refresh (
  refreshId INTEGER NOT NULL PRIMARY KEY CHECK (refreshId = 1),
  range TEXT NOT NULL CHECK (range IN ('allHour', 'allDay', 'allWeek', 'allMonth')),
  generated REAL NOT NULL,
  new INTEGER NOT NULL,
  changed INTEGER NOT NULL,
  renamed INTEGER NOT NULL,
  withdrawn INTEGER NOT NULL,
  skipped INTEGER NOT NULL,
  unchanged INTEGER NOT NULL
) STRICT;
INSERT INTO "refresh" VALUES(1,'allWeek',736499208.0,5,0,0,0,0,0);
CREATE TABLE report (
  quakeId TEXT NOT NULL PRIMARY KEY,
  fetched REAL NOT NULL,
  content TEXT NOT NULL
) STRICT;
INSERT INTO "report" VALUES('hv74212797',817432308.0,'{"quakeId":"hv74212797","fetched":817432308,"felt":[],"towns":[],"summary":["A fault."],"impact":[],"format":2,"missing":[],"tooLarge":[]}');
CREATE INDEX reportByTime ON report (fetched);
COMMIT;
