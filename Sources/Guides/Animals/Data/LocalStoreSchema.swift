import GRDB
import Records

extension DatabaseMigrator {
  /// The schema migrations of the animals database. A released migration never
  /// changes.
  static var animals: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: categories and animals") { db in
      try db.execute(
        sql: """
          CREATE TABLE category (
            categoryId TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL
          ) STRICT, WITHOUT ROWID;
          CREATE TABLE animal (
            animalId TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            diet TEXT NOT NULL CHECK (diet IN ('Herbivore', 'Carnivore', 'Omnivore')),
            categoryId TEXT NOT NULL REFERENCES category (categoryId)
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX animal_categoryId ON animal (categoryId);
          """)
    }
    migrator.registerMigration("2: the order in which animals came") { db in
      try db.execute(
        sql: """
          ALTER TABLE animal ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
          CREATE INDEX animal_number ON animal (number);
          """)
    }
    migrator.registerMigration("3: notes and history") { db in
      try db.execute(sql: "ALTER TABLE animal ADD COLUMN note TEXT NOT NULL DEFAULT ''")
      try db.createHistory(of: Animal.self)
    }
    return migrator
  }
}
