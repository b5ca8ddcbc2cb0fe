import Foundation
import GRDB

extension DatabaseMigrator {
  /// The migrations of the schema. A released migration never changes, so its
  /// columns stay literal.
  ///
  /// Dates are seconds since the start of 2001 in UTC, as in `Date`: every
  /// other representation would round some of them. The SQL expression is
  /// `datetime(time + 978307200, 'unixepoch')`.
  ///
  /// Checks on quakes use no `IN` with more than two values: SQLite would build
  /// a temporary table of them for every row written.
  static var quakes: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: quakes") { db in
      try db.execute(
        sql: """
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
          ) STRICT, WITHOUT ROWID;
          CREATE TABLE deletedQuake (
            quakeId TEXT NOT NULL PRIMARY KEY
          ) STRICT, WITHOUT ROWID;
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
          """)
    }
    migrator.registerMigration("2: deleted quakes can be restored") { db in
      try db.execute(
        sql: """
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
          ) STRICT, WITHOUT ROWID;
          """)
    }
    migrator.registerMigration("3: former ids") { db in
      try db.execute(
        sql: """
          ALTER TABLE quake ADD COLUMN formerIds TEXT;
          ALTER TABLE keptQuake ADD COLUMN formerIds TEXT;
          """)
    }
    migrator.registerMigration("4: known time") { db in
      try db.execute(
        sql: """
          CREATE TABLE knownTime (
            since REAL NOT NULL,
            until REAL NOT NULL CHECK (until > since),
            deleted REAL
          ) STRICT;
          """)
    }
    migrator.registerMigration("5: id of the feeds") { db in
      try db.execute(
        sql: "CREATE TABLE feedId (id TEXT NOT NULL) STRICT; INSERT INTO feedId VALUES (?)",
        arguments: [UUID().uuidString])
    }
    migrator.registerMigration("6: reports of events") { db in
      try db.execute(
        sql: """
          CREATE TABLE report (
            quakeId TEXT NOT NULL PRIMARY KEY,
            fetched REAL NOT NULL,
            content TEXT NOT NULL
          ) STRICT;
          CREATE INDEX reportByTime ON report (fetched);
          """)
    }
    return migrator
  }
}
