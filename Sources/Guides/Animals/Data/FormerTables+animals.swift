import Durable
import Records

extension FormerTables {
  /// The tables of the animals before there was a log of changes. What was released never changes.
  static let animals = FormerTables(
    steps: [
      (
        "1: categories and animals",
        """
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
        """
      ),
      (
        "2: the order in which animals came",
        """
        ALTER TABLE animal ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX animal_number ON animal (number);
        """
      ),
      (
        "3: notes and history",
        "ALTER TABLE animal ADD COLUMN note TEXT NOT NULL DEFAULT ''; \(historyOfFile("animals"))"
      ),
    ],
    preparation: """
      ALTER TABLE animal RENAME TO former_animal;
      ALTER TABLE category RENAME TO former_category
      """,
    conversion: """
      INSERT INTO category (category_id, name) SELECT categoryId, name FROM former_category;
      INSERT INTO animal (animal_id, name, diet, category_id, note, number)
      SELECT animalId, name, diet, categoryId, note, number FROM former_animal;
      \(convertedHistoryOfFile("animals"))
      DROP TABLE former_animal;
      DROP TABLE former_category
      """,
    shared: [
      Migrations.Step(
        """
        CREATE TABLE category (
          category_id text COLLATE "C" PRIMARY KEY,
          name text NOT NULL);
        CREATE TABLE animal (
          animal_id text COLLATE "C" PRIMARY KEY,
          name text NOT NULL,
          diet text NOT NULL CHECK (diet IN ('Herbivore', 'Carnivore', 'Omnivore')),
          category_id text COLLATE "C" NOT NULL REFERENCES category,
          -- The order of insertion: the position in the log.
          number bigint NOT NULL);
        """),
      Migrations.Step("ALTER TABLE animal ADD COLUMN note text NOT NULL DEFAULT ''"),
      Migrations.Step(sharedHistory("animals")),
      Migrations.Step(
        """
        ALTER TABLE animal DROP CONSTRAINT animal_category_id_fkey,
          DROP CONSTRAINT animal_diet_check;
        \(convertedSharedHistory("animals", to: "animals"))
        """, oldestProgram: 2),
    ])
}
