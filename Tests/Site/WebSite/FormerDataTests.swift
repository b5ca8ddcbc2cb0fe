import BreedsData
import Durable
import Foundation
import GRDB
import PhotosData
import Postgres
import QuakesData
import Synchronization
import TestSupport
import Testing

@testable import WebSite

/// Data that the version before the log has written: dumps of its files and of its PostgreSQL
/// schema, with fewer rows.
@Suite(.timeLimit(.minutes(1)))
struct FormerDataTests {
  private static func dump(_ name: String) throws -> String {
    let file = Fixtures.packageRoot.appending(path: "Tests/Site/WebSite/Former/\(name).sql")
    return try String(contentsOf: file, encoding: .utf8)
  }

  private func place(_ database: DurablePlace.Database) async throws -> DurablePlace {
    let place = try DurablePlace(database)
    switch database {
    case .sqlite:
      for name in ["breeds", "photos", "quakes", "sign-in"] {
        let queue = try DatabaseQueue(path: place.file(of: name).path)
        let script = try Self.dump(name)
        try await queue.writeWithoutTransaction { try $0.execute(sql: script) }
        try queue.close()
      }
    case .postgres:
      let database = try await place.shared()
      defer { database.close() }
      let script = try Self.dump("postgres")
      try await database.withConnection { connection in
        try await connection.execute(
          script: """
            CREATE SCHEMA \(place.quotedSchema);
            SET search_path TO \(place.quotedSchema);
            \(script)
            """)
      }
    }
    return place
  }

  @Test(arguments: DurablePlace.Database.allCases)
  func `All of it is there, and can be changed`(_ database: DurablePlace.Database) async throws {
    let place = try await place(database)
    for isFirst in [true, false] {
      let storage = try await place.storage()
      let breeds = storage.breeds()
      let photos = storage.photos(of: "http://127.0.0.1:8000/photos?_limit=5")
      let quakes = storage.quakes()
      let memory = Mutex(SessionsState())
      let sessions = storage.signIns {
        memory.withLock { $0 }
      } receive: { event in
        memory.withLock { $0.apply(event) }
      }
      try await storage.start()
      #expect(breeds.state.list?.dogs.map(\.breed) == ["affenpinscher", "akita", "hound"])
      #expect(breeds.state.list?.dogs.last?.subBreeds.count == 7)
      #expect(breeds.state.pictures.count == (database == .postgres ? 1 : 0))
      #expect(photos.state.photos?.photos.map(\.title) == ["the first one", "the second one"])
      #expect(photos.state.banner?.title == (isFirst ? "Kept by the old one" : "New"))
      #expect(sessions.state.passwords["anna"]?.hash.hasPrefix("$y$") == true)
      try await check(quakes, isFirst: isFirst)
      let ids = sessions.state.sessions.values.map(\.id)
      #expect(ids.count == (isFirst ? 1 : 0))
      #expect(sessions.state.sessions.values.allSatisfy { $0.name == "anna" && $0.begin > 0 })
      try await photos.perform { _ in .banner(Banner(title: "New")) }
      try await sessions.perform { _ in .end(ids) }
      if isFirst {
        try await LocalStore(log: quakes).restoreLocalQuakesMutation(.all)
      }
      try await storage.close()
    }
    let kept = try place.folder.names.filter { $0.hasSuffix(".before-change-log") }
    #expect(kept.count == (database == .sqlite ? 4 : 0))
  }
}

extension FormerDataTests {
  /// Checks the earthquakes: two are stored, and three of two deletions can be restored.
  private func check(_ log: DurableLog<QuakesState>, isFirst: Bool) async throws {
    let store = LocalStore(log: log)
    let stored = try await store.fetchLocalQuakesQuery()
    #expect(stored.count == (isFirst ? 2 : 5))
    let quake = try #require(stored.first { $0.id == "hv74212797" })
    #expect(quake.ids == ["hv74212797", "us6000mw98"] && quake.name.hasPrefix("18 km SSE of"))
    #expect(quake.updated.timeIntervalSinceReferenceDate == 736_486_956.743)
    #expect(log.state.deletions.all.map(\.count) == (isFirst ? [1, 2] : []))
    let ledger = log.state.ledger
    #expect(Set(ledger.deleted) == (isFirst ? ["ak0245qs093q", "us6000mw97"] : []))
    #expect(ledger.lastRefresh?.counts.new == 5 && ledger.lastRefresh?.counts.changed == 0)
    #expect(ledger.lastRefresh?.range == .allWeek)
    #expect(ledger.known.loaded.periods.count == 1 && ledger.known.periods.isEmpty == isFirst)
    #expect(ledger.feedId?.uuidString.count == 36)
    #expect(try await store.fetchLocalReportQuery(quakeId: quake.id)?.summary == ["A fault."])
  }
}
