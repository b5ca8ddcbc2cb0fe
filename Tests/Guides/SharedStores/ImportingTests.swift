import Foundation
import QuakesData
import SharedLog
import SharedStores
import TestSupport
import Testing

/// Data that are copied from the files of guides to an empty database.
@Suite(.timeLimit(.minutes(2)))
struct ImportingTests {
  private let folder: TemporaryFolder
  private let database = TemporaryStorage()
  private let storage: SharedStorage

  init() async throws {
    folder = try TemporaryFolder()
    storage = try await database.storage()
  }

  private func file(_ guide: String) -> URL { folder.url.appending(path: "\(guide).sqlite") }

  /// Copies the data, and starts an instance.
  private func importAndStart() async throws -> [String?] {
    let contents = try await storage.importData().map(\.contents)
    try await storage.start()
    return contents
  }

  @Test func `Earthquakes are copied with the ids of deleted ones and the last refresh`()
    async throws
  {
    let file = QuakesData.LocalStore(url: file("quakes"))
    // More than are copied at a time.
    let quakes = (0..<5_001).map { (number: Int) -> Quake in
      let fraction = 0.1 + Double(number)
      return Quake(
        quakeId: "q\(number)", magnitude: fraction,
        time: Date(timeIntervalSinceReferenceDate: fraction),
        updated: Date(timeIntervalSinceReferenceDate: 1.0 / 3), name: "Ü “\(number)” 🌋",
        longitude: -179.9, latitude: 0.3, isMagnitudeKnown: number > 0,
        ids: number == 7 ? ["q7", "other"] : [])
    }
    let refresh = QuakesState.Refresh(
      range: .allWeek, generated: Date(timeIntervalSinceReferenceDate: 0.7),
      counts: .init(new: 5_001))
    let known = KnownTime([refresh.generated - 604_800.1..<refresh.generated])
    try await file.didRefreshQuakesMutation(
      changes: QuakesChanges(
        inserted: quakes, deletedIds: ["gone"], refresh: refresh, known: known))
    let stored = try await file.fetchLocalQuakesQuery()
    let feedId = try #require(try await file.feedId())
    try await file.close()
    let copy = SharedQuakes(storage, importing: self.file("quakes")) { _ in }
    #expect(try await importAndStart() == ["5001 earthquakes"])
    let copied = try await copy.fetchLocalQuakesQuery()
    #expect(copied.count == 5_001 && Set(copied) == Set(stored))
    #expect(
      try await copy.fetchLocalLedgerQuery()
        == QuakesState.Ledger(deletedIds: ["gone"], lastRefresh: refresh, known: known))
    #expect(try await copy.feedId() == feedId)
  }

  @Test func `A guide without a file is left to its start`() async throws {
    let copy = SharedQuakes(storage, importing: file("quakes")) { _ in }
    #expect(try await importAndStart() == [nil])
    #expect(try await copy.fetchLocalQuakesQuery().isEmpty)
  }
}
