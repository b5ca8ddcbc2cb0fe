import GRDB

extension DatabaseMigrator {
  /// The schema migrations of the photos database. A released migration never
  /// changes.
  ///
  /// Dates are stored as in `Date`, in seconds since the start of 2001, UTC.
  /// The SQL expression for them is `datetime(fetched + 978307200,
  /// 'unixepoch')`.
  static var photos: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: photos") { db in
      try db.execute(
        sql: """
          CREATE TABLE photo (
            position INTEGER NOT NULL PRIMARY KEY,
            id INTEGER NOT NULL UNIQUE,
            albumId INTEGER NOT NULL,
            title TEXT NOT NULL,
            url TEXT NOT NULL,
            thumbnailUrl TEXT NOT NULL
          ) STRICT;
          CREATE TABLE fetch (
            fetchId INTEGER NOT NULL PRIMARY KEY CHECK (fetchId = 1),
            source TEXT NOT NULL,
            fetched REAL NOT NULL,
            skipped INTEGER NOT NULL
          ) STRICT;
          CREATE TABLE banner (
            bannerId INTEGER NOT NULL PRIMARY KEY CHECK (bannerId = 1),
            title TEXT NOT NULL
          ) STRICT;
          """)
    }
    return migrator
  }
}
