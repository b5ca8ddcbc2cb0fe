public import Durable
package import Foundation

/// The list and the pictures, whose changes are kept in a log.
public struct KeptBreeds: DurableState, Hashable {
  public private(set) var list: StoredDogs?
  public private(set) var pictures: [BreedKey: BreedPicture] = [:]

  public init() {}

  public var tables: [any StoredTable<KeptBreeds>] {
    [
      RowTable(ListRow.self) { state, row in state.list = row.list },
      RowTable(PictureRow.self) { state, row in
        if let picture = row.picture { state.pictures[picture.key] = picture }
      },
    ]
  }

  public mutating func apply(_ change: BreedsChange, at position: Int) {
    switch change {
    case .list(let list):
      self.list = list
      pictures = pictures.filter { list.contains($0.key) }
    case .picture(let picture): pictures[picture.key] = picture
    }
  }

  public func put(_ change: BreedsChange, at position: Int, into rows: inout RowBatch) {
    switch change {
    case .list(let list):
      rows.put(ListRow(list))
      for picture in pictures.values where !list.contains(picture.key) {
        rows.remove(PictureRow.self, PictureRow(picture).key)
      }
    case .picture(let picture): rows.put(PictureRow(picture))
    }
  }
}

extension StoredDogs {
  /// Returns true if the list has a breed or sub-breed.
  func contains(_ key: BreedKey) -> Bool {
    dogs.contains { $0.breed == key.breed && $0.keys.contains(key) }
  }
}

private struct ListRow: StoredRow {
  static let table = "dog_list"
  private(set) var key = "list"
  private var dogs = "[]"
  private var date = Date(timeIntervalSinceReferenceDate: 0)

  init() {}

  init(_ list: StoredDogs) {
    // Texts can always be encoded.
    dogs =
      (try? JSONEncoder().encode(list.dogs)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    date = list.date
  }

  /// The list; `nil` if another version of the program has written it.
  var list: StoredDogs? {
    (try? JSONDecoder().decode([Dog].self, from: Data(dogs.utf8))).map {
      StoredDogs(dogs: $0, date: date)
    }
  }

  mutating func pass<Format: RowFormat>(through format: inout Format) throws(Format.Failure) {
    try format.pass("key", &key)
    try format.pass("dogs", &dogs)
    try format.pass("date", &date)
  }
}

private struct PictureRow: StoredRow {
  static let table = "breed_picture"
  private(set) var key = ""
  private var breed = ""
  private var subBreed: String?
  private var url = ""

  init() {}

  init(_ picture: BreedPicture) {
    (breed, subBreed) = (picture.key.breed, picture.key.subBreed)
    key = "\(breed)/\(subBreed ?? "")"
    url = picture.url.absoluteString
  }

  var picture: BreedPicture? {
    URL(string: url).map {
      BreedPicture(key: BreedKey(breed: breed, subBreed: subBreed), url: $0)
    }
  }

  mutating func pass<Format: RowFormat>(through format: inout Format) throws(Format.Failure) {
    try format.pass("key", &key)
    try format.pass("breed", &breed)
    try format.pass("sub_breed", &subBreed)
    try format.pass("url", &url)
  }
}

extension DurableStorage {
  /// Adds the log of the breeds.
  ///
  /// - Parameter receive: brings what happened into a store.
  package func breeds(
    receive: @escaping @Sendable (LogEvent<KeptBreeds>) async throws -> Void = { _ in }
  ) -> DurableLog<KeptBreeds> {
    log("breeds", subject: "the breeds", from: KeptBreeds(), former: .breeds) { event, _ in
      try await receive(event)
    }
  }
}

extension AppEnvironment {
  /// The environment of a store whose list and pictures are kept in a log: of the instances
  /// that want the list at the same time, one asks the API.
  ///
  /// - Parameter patience: the longest wait for a list that another instance is fetching.
  package static func live(
    api: DogAPI, log: DurableLog<KeptBreeds>, patience: Duration = .seconds(5),
    now: @escaping @Sendable () -> Date = { .now }
  ) -> AppEnvironment {
    AppEnvironment(
      dogs: DogsEnvironment(
        loadDogs: {
          try await log.fetch("breeds", patience: patience) {
            $0.list?.date
          } _: {
            let list = StoredDogs(dogs: try await api.dogs(), date: now())
            try await log.perform { _ in .list(list) }
          }
          guard let list = log.state.list else { throw FetchInProgress() }
          return list.dogs
        }, now: now),
      breed: BreedEnvironment(loadDogImage: { key in
        let picture = BreedPicture(key: key, url: try await api.picture(of: key))
        try await log.perform { breeds in
          // The list may have lost the breed in the meantime.
          breeds.list?.contains(key) == true ? .picture(picture) : nil
        }
        return picture.url
      }))
  }
}

extension FormerTables {
  fileprivate static let breeds = FormerTables(
    // A file with the tables has performed the step that created them.
    steps: [("1: dogs", "")],
    conversion: """
      INSERT INTO dog_list (key, dogs, date)
      SELECT 'list', (
        SELECT json_group_array(json_object('breed', breed, 'subBreeds', json(
          CASE subBreeds WHEN '' THEN '[]'
          ELSE '[' || replace(json_quote(subBreeds), ',', '","') || ']' END)))
        FROM (SELECT * FROM dog ORDER BY position)), date
      FROM list;
      DROP TABLE dog;
      DROP TABLE list
      """,
    shared: [
      // The date in seconds since the start of 2001, UTC; the sub-breed is empty for the breed
      // itself.
      Migrations.Step(
        """
        CREATE TABLE dog_list (
          is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), dogs json NOT NULL,
          date float8 NOT NULL);
        CREATE TABLE breed_picture (
          breed text COLLATE "C" NOT NULL, sub_breed text COLLATE "C" NOT NULL, url text NOT NULL,
          PRIMARY KEY (breed, sub_breed));
        """),
      Migrations.Step(
        """
        ALTER TABLE dog_list RENAME TO former_list;
        ALTER TABLE breed_picture RENAME TO former_picture;
        CREATE TABLE dog_list (
          key text COLLATE "C" PRIMARY KEY DEFAULT '', dogs text COLLATE "C" NOT NULL DEFAULT '[]',
          date float8 NOT NULL DEFAULT 0);
        CREATE TABLE breed_picture (
          key text COLLATE "C" PRIMARY KEY DEFAULT '', breed text COLLATE "C" NOT NULL DEFAULT '',
          sub_breed text COLLATE "C", url text COLLATE "C" NOT NULL DEFAULT '');
        INSERT INTO dog_list SELECT 'list', dogs::text, date FROM former_list;
        INSERT INTO breed_picture
        SELECT breed || '/' || sub_breed, breed, nullif(sub_breed, ''), url FROM former_picture;
        DROP TABLE former_list;
        DROP TABLE former_picture
        """, oldestProgram: 2),
    ])
}
