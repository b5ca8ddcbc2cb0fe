import Durable
import HTTPTypes
import Markup
import Postgres
import TestSupport
import Testing

@testable import WebSite

/// The positions that tell instances of a site what a visitor has seen.
@Suite struct LogPositionsTests {
  private let shared: LogPositions

  init() throws {
    let database = SharedDatabase(try PostgresConfiguration("host=/nonexistent"), schema: "site")
    let storage = DurableStorage(shared: database)
    _ = StoredValue<String>("animals", in: storage) { _ in }
    shared = LogPositions(logs: storage)
  }

  @Test(arguments: [
    ("/animals", "/animals", nil),
    ("/animals?seen=7", "/animals", 7),
    ("/animals?animal=Dog&seen=7", "/animals?animal=Dog", 7),
    ("/animals?seen=7&animal=Dog", "/animals?animal=Dog", 7),
    ("/animals?seen=7&seen=8", "/animals", 8),
    ("/animals?seen=", "/animals", nil),
    ("/animals?seen=many", "/animals", nil),
    ("/animals?seen=99999999999999999999", "/animals", nil),
    ("/animals?unseen=7&xseen=8", "/animals?unseen=7&xseen=8", nil),
    ("/animals?search=seen%3D7", "/animals?search=seen%3D7", nil),
    ("/?&&seen=1", "/?&", 1),
    ("/animals?", "/animals?", nil),
  ])
  func `The position is split off an address`(_ address: String, _ rest: String, _ position: Int?) {
    let (actual, actualPosition) = shared.split(address)
    #expect(actual == rest)
    #expect(actualPosition == position)
    #expect(LogPositions().split(address).address == address, "without a shared database")
  }

  @Test(arguments: [
    (Href(path: ["animals"]), "/animals?seen=7"),
    (Href(path: ["animals"], query: [("animal", "Dog")]), "/animals?animal=Dog&seen=7"),
    (Href(path: ["animals"], fragment: "main"), "/animals?seen=7#main"),
    (Href(path: []), "/?seen=7"),
  ])
  func `A redirect names the position`(_ href: Href, _ location: String) {
    #expect(shared.adding(7, to: href) == location)
    #expect(shared.adding(nil, to: href) == href.text)
    #expect(shared.split(location.split(separator: "#").first.map(String.init) ?? "").position == 7)
  }

  @Test(arguments: [
    ("", "", nil), ("0123abcd", "0123abcd", nil), ("0123abcd.7", "0123abcd", 7),
    ("0123abcd.", "0123abcd.", nil), ("a.b", "a.b", nil), (".7", "", 7),
  ])
  func `The id of an event has a version and a position`(
    _ id: String, _ version: String, _ position: Int?
  ) {
    let (actual, actualPosition) = LogPositions.split(eventID: id)
    #expect(actual == version)
    #expect(actualPosition == position)
  }

  @Test func `A position is awaited until the first load`() {
    #expect(shared.current(of: "animals") == 0)
    #expect(shared.current(of: nil) == nil)
    for position in [nil, 0, 7] {
      #expect(shared.wait(for: position, of: "animals", within: .seconds(1)) != nil)
    }
    for wait in [
      shared.wait(for: 1, of: nil, within: .seconds(1)),
      shared.wait(for: 1, of: "plants", within: .seconds(1)),
      LogPositions().wait(for: 1, of: "animals", within: .seconds(1)),
    ] {
      #expect(wait == nil)
    }
  }

  @Test func `No page is shown before the first load`() async throws {
    let log = try #require(shared.logs?.log(named: "animals"))
    log.noteOutage()
    for position in [nil, 0, 7] {
      let wait = try #require(shared.wait(for: position, of: "animals", within: .seconds(1)))
      await #expect { try await wait() } throws: { error in
        (error as? SiteError)?.status == .serviceUnavailable
      }
    }
  }

  private func isReached(_ log: any RegisteredLog, within limit: Duration) async -> Bool {
    (try? await log.catchUp(within: limit)) != nil
  }

  @Test func `A page waits for its position though others give up`() async throws {
    let place = try DurablePlace(.postgres)
    let (writer, reader) = (try await place.storage(), try await place.storage())
    let written = StoredValue<String>("animals", in: writer) { _ in }
    let read = StoredValue<String>("animals", in: reader) { _ in }
    try await written.load()
    try await read.load()
    let positions = LogPositions(logs: reader)
    let log = try #require(reader.log(named: "animals"))
    let database = try await place.shared()
    let isHeld = Gate()
    async let held: Void = database.withConnection { holder in
      try await holder.pipeline([
        "BEGIN", "SELECT pg_advisory_xact_lock(7001, hashtext(current_schema() || '.animals'))",
      ])
      isHeld.open()
      try await Task.sleep(for: .seconds(1))
      try await holder.query("ROLLBACK")
    }
    await isHeld.wait()
    async let save: Void = written.save("newt")
    // The first fails alone, the second together with the page.
    async let first = isReached(log, within: .milliseconds(300))
    try await Task.sleep(for: .milliseconds(50))
    async let second = isReached(log, within: .milliseconds(400))
    let wait = try #require(positions.wait(for: 1, of: "animals", within: .seconds(10)))
    try await wait()
    #expect(log.position == 1)
    #expect(await [first, second] == [false, false])
    try await save
    try await held
  }
}
