public import BreedsData
public import Foundation
import Postgres
public import SharedLog
import Synchronization

/// A store of breeds and their pictures in a PostgreSQL database that several
/// instances share.
///
/// A load returns when its change has reached the state of this instance.
public final class SharedBreeds: Sendable {
  private let storage: SharedStorage
  private let changes: ChangeLog<BreedsChange>
  private let patience: Duration
  /// The list in the state of this instance.
  private let list = Mutex<StoredDogs?>(nil)
  private static let log = "breeds"

  /// - Parameters:
  ///   - storage: the shared tables of the program.
  ///   - patience: the longest wait for a list that another instance is fetching.
  public init(_ storage: SharedStorage, patience: Duration = .seconds(5)) {
    self.storage = storage
    self.patience = patience
    changes = ChangeLog(Self.log, in: storage)
  }

  /// Registers the tables and the log, before the storage is started.
  ///
  /// - Parameters:
  ///   - file: the file of the list without a shared database.
  ///   - apply: applies changes to the state of this instance.
  public func follow(
    importing file: URL? = nil, apply: @escaping @Sendable ([BreedsChange]) async throws -> Void
  ) {
    changes.follow(
      .breeds, importing: SharedStorage.importing(file, copy: Self.copy),
      exporting: SharedStorage.exporting(file, copy: Self.copy)
    ) { connection in
      [
        .everything(
          list: try await Self.list(on: connection),
          pictures: try await Self.pictures(on: connection))
      ]
    } apply: { [weak self] changes in
      try await apply(changes)
      if let list = changes.compactMap(\.list).last { self?.list.withLock { $0 = list } }
    }
  }
}

// MARK: Operations

extension SharedBreeds {
  /// Fetches the list, unless another instance is doing so, and returns the list
  /// in the state.
  ///
  /// - Throws: `FetchInProgress`, `SharedLogError`, `PostgresError`, and the
  ///   errors of `fetch`.
  public func loadDogs(
    now: @Sendable () -> Date = { .now }, fetching fetch: @Sendable () async throws -> [Dog]
  ) async throws -> [Dog] {
    try await storage.fetch(Self.log, of: Self.log, patience: patience) {
      list.withLock { $0?.date }
    } _: {
      let dogs = try await fetch()
      try await save(StoredDogs(dogs: dogs, date: now()))
    }
    guard let list = list.withLock({ $0 }) else { throw FetchInProgress() }
    return list.dogs
  }

  /// Replaces the list, and removes the pictures of breeds that it does not
  /// contain.
  public func save(_ list: StoredDogs) async throws {
    try await changes.write(
      .list(list), after: [try Self.upsert(list), Self.deletePictures(except: list)])
  }

  /// Stores a picture, if the list contains its breed.
  public func save(_ picture: BreedPicture) async throws {
    try await changes.write {
      let isKnown = list.withLock { $0?.keys.contains(picture.key) } ?? false
      return isKnown ? .init(.picture(picture), after: [Self.upsert(picture)]) : nil
    }
  }
}

extension AppEnvironment {
  /// The environment of an instance that shares its data: the dog API, and the
  /// shared store.
  public static func live(
    api: DogAPI, store: SharedBreeds, now: @escaping @Sendable () -> Date = { .now }
  ) -> AppEnvironment {
    AppEnvironment(
      dogs: DogsEnvironment(
        loadDogs: { try await store.loadDogs(now: now) { try await api.dogs() } }, now: now),
      breed: BreedEnvironment(loadDogImage: { key in
        let url = try await api.picture(of: key)
        try await store.save(BreedPicture(key: key, url: url))
        return url
      }))
  }
}

extension BreedsChange {
  /// The list after the change; `nil` if it stays, and `.some(nil)` if there is
  /// none.
  fileprivate var list: StoredDogs?? {
    switch self {
    case .list(let list): .some(list)
    case .picture: nil
    case .everything(let list, _): .some(list)
    }
  }
}

extension StoredDogs {
  /// The keys of all breeds and sub-breeds.
  fileprivate var keys: [BreedKey] {
    dogs.flatMap { dog in
      [BreedKey(breed: dog.breed)]
        + dog.subBreeds.map { BreedKey(breed: dog.breed, subBreed: $0) }
    }
  }
}

// MARK: Statements

extension SharedBreeds {
  private static func list(on connection: PostgresConnection) async throws -> StoredDogs? {
    try await connection.query("SELECT dogs, date FROM dog_list").first.map { row in
      let (dogs, date) = try row.decode(PostgresJSON.self, Double.self)
      return StoredDogs(
        dogs: try dogs.decode(),
        date: Date(timeIntervalSinceReferenceDate: date))
    }
  }

  private static func pictures(
    on connection: PostgresConnection
  ) async throws -> [BreedPicture] {
    try await connection.query(
      "SELECT breed, sub_breed, url FROM breed_picture ORDER BY breed, sub_breed"
    ).compactMap { row in
      let (breed, subBreed, url) = try row.decode(String.self, String.self, String.self)
      return URL(string: url).map {
        BreedPicture(
          key: BreedKey(breed: breed, subBreed: subBreed.isEmpty ? nil : subBreed), url: $0)
      }
    }
  }

  /// Copies the list of a file, and returns its size as text.
  private static func copy(_ file: URL, to connection: PostgresConnection) async throws -> String {
    let store = LocalStore(url: file)
    let list = try await store.storedDogs()
    try await store.close()
    if let list { try await connection.query(upsert(list)) }
    return counted(list)
  }

  /// Copies the list to a file, and returns its size as text.
  private static func copy(from connection: PostgresConnection, to file: URL) async throws -> String
  {
    let list = try await list(on: connection)
    let store = LocalStore(url: file)
    if let list { try await store.save(list) } else { _ = try await store.storedDogs() }
    try await store.close()
    return counted(list)
  }

  private static func counted(_ list: StoredDogs?) -> String {
    let count = list?.dogs.count ?? 0
    return "\(count) breed\(count == 1 ? "" : "s")"
  }

  private static func upsert(_ list: StoredDogs) throws -> PostgresStatement {
    let dogs = try PostgresJSON(encoding: list.dogs)
    return """
      INSERT INTO dog_list (dogs, date) VALUES (\(dogs), \(list.date.timeIntervalSinceReferenceDate))
      ON CONFLICT (is_only) DO UPDATE SET dogs = excluded.dogs, date = excluded.date
      """
  }

  private static func upsert(_ picture: BreedPicture) -> PostgresStatement {
    """
    INSERT INTO breed_picture (breed, sub_breed, url)
    VALUES (\(picture.key.breed), \(picture.key.subBreed ?? ""), \(picture.url.absoluteString))
    ON CONFLICT (breed, sub_breed) DO UPDATE SET url = excluded.url
    """
  }

  private static func deletePictures(except list: StoredDogs) -> PostgresStatement {
    let (breeds, subBreeds) = (list.keys.map(\.breed), list.keys.map { $0.subBreed ?? "" })
    return """
      DELETE FROM breed_picture
      WHERE (breed, sub_breed) NOT IN (SELECT * FROM unnest(\(breeds), \(subBreeds)))
      """
  }
}

extension Migrations {
  /// The tables of the breeds. A released step never changes.
  fileprivate static var breeds: Migrations {
    Migrations(
      component: "breeds",
      steps: [
        Step(
          """
          CREATE TABLE dog_list (
            is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
            dogs json NOT NULL,
            -- Seconds since the start of 2001, UTC.
            date float8 NOT NULL);
          CREATE TABLE breed_picture (
            breed text COLLATE "C" NOT NULL,
            -- Empty for the breed itself.
            sub_breed text COLLATE "C" NOT NULL,
            url text NOT NULL,
            PRIMARY KEY (breed, sub_breed));
          """)
      ])
  }
}
