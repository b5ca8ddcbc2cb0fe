BEGIN TRANSACTION;
CREATE TABLE dog (
  position INTEGER NOT NULL PRIMARY KEY,
  breed TEXT NOT NULL UNIQUE,
  subBreeds TEXT NOT NULL
) STRICT;
INSERT INTO "dog" VALUES(0,'affenpinscher','');
INSERT INTO "dog" VALUES(3,'akita','');
INSERT INTO "dog" VALUES(43,'hound','afghan,basset,blood,english,ibizan,plott,walker');
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1: dogs');
CREATE TABLE list (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  date REAL NOT NULL
) STRICT;
INSERT INTO "list" VALUES(1,8.17424131693671107267e+08);
COMMIT;
