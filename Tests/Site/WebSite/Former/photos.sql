BEGIN TRANSACTION;
CREATE TABLE banner (
  bannerId INTEGER NOT NULL PRIMARY KEY CHECK (bannerId = 1),
  title TEXT NOT NULL
) STRICT;
INSERT INTO "banner" VALUES(1,'Kept by the old one');
CREATE TABLE fetch (
  fetchId INTEGER NOT NULL PRIMARY KEY CHECK (fetchId = 1),
  source TEXT NOT NULL,
  fetched REAL NOT NULL,
  skipped INTEGER NOT NULL
) STRICT;
INSERT INTO "fetch" VALUES(1,'http://127.0.0.1:8000/photos?_limit=5',8.17424131771471858005e+08,0);
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1: photos');
CREATE TABLE photo (
  position INTEGER NOT NULL PRIMARY KEY,
  id INTEGER NOT NULL UNIQUE,
  albumId INTEGER NOT NULL,
  title TEXT NOT NULL,
  url TEXT NOT NULL,
  thumbnailUrl TEXT NOT NULL
) STRICT;
INSERT INTO "photo" VALUES(0,1,1,'the first one','https://via.placeholder.com/600/92c952','https://via.placeholder.com/150/92c952');
INSERT INTO "photo" VALUES(1,2,1,'the second one','https://via.placeholder.com/600/771796','https://via.placeholder.com/150/771796');
COMMIT;
