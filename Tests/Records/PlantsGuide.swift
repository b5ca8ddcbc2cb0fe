import Durable
import Foundation
import GRDB
import ImmutableData
import ImmutableUI
import Markup
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Records

extension RecordsLog {
  /// Updates a record.
  func update(_ entry: Entry<Entity>, replacing old: Entity) async throws {
    try await write(RecordsOperation(id: entry.id, old: old, new: entry.record))
  }

  /// Deletes a record.
  func delete(_ id: String, replacing old: Entity) async throws {
    try await write(RecordsOperation(id: id, old: old, new: nil))
  }
}

extension RecordsAction.Change {
  /// A record was added or updated.
  static func put(_ entry: Entry<Entity>) -> Self { edited(entry.id, entry.record) }

  /// A record was deleted.
  static func delete(id: String) -> Self { edited(id, nil) }

  private static func edited(_ id: String, _ new: Entity?) -> Self {
    .edited(
      RecordsOperation(
        id: id, old: nil, new: new, by: ChangeOrigin(date: Date(timeIntervalSince1970: 0))))
  }
}

/// A guide of plants with a storage that can be full or slow.
final class PlantsGuide: Sendable {
  typealias Root = RecordsRoot<Plant, RecordsPage<Plant>.Presenter>

  let disk: Disk
  let store = PlantsStore()
  let root: Root
  private let listener: RecordsListener<Plant>
  private let ids = Atomic<Int>(0)

  init(timeout: Duration = .seconds(20)) {
    disk = Disk()
    listener = RecordsListener(storage: disk)
    listener.listen(to: store)
    let number = Mutex(0)
    root = Root(
      store: store, timeout: timeout, changes: { [disk] in try await disk.changes($0) }
    ) {
      "new-\(number.withLock { number in number += 1; return number })"
    }
  }

  deinit { listener.stop() }

  /// A database in memory with two plants, "F" and "R".
  final class Disk: RecordsStorage, Sendable {
    private let file = RecordsLog<Plant>(url: nil)
    private let full = Atomic<Bool>(false)
    private let gate = Mutex<Gate?>(nil)

    struct DiskFull: LocalizedError {
      var errorDescription: String? { "The disk is full." }
    }

    var isFull: Bool {
      get { full.load(ordering: .sequentiallyConsistent) }
      set { full.store(newValue, ordering: .sequentiallyConsistent) }
    }

    /// Suspends all calls until `release()`.
    func hold() { gate.withLock { $0 = Gate() } }
    func release() { gate.withLock { $0?.open() } }

    private func check() async throws {
      await gate.withLock { $0 }?.wait()
      if isFull { throw DiskFull() }
    }

    func load(into store: PlantsStore) async throws {
      try await check()
      for sample in try await file.entries() where sample.id.count > 1 {
        try await file.delete(sample.id, replacing: sample.record)
        try await file.add(
          Entry(id: String(sample.record.name.prefix(1)), record: sample.record))
      }
      try await file.load(into: store)
    }

    func write(_ operation: RecordsOperation<Plant>) async throws {
      try await check()
      try await file.write(operation)
    }

    func changes(_ query: VersionQuery) async throws -> [RecordVersion] {
      if isFull { throw DiskFull() }
      return try await file.changes(query)
    }

    var names: [String] {
      get async throws { try await file.entries().map(\.record.name).sorted() }
    }
  }
}

extension RecordsRoot {
  /// Posts fields of a form, of which some may have the same name.
  func post(
    _ event: RecordsEvent, _ fields: [(String, String)], from location: Location = .init()
  ) async throws -> Answered {
    let query = Href(path: [], query: fields.map { (name: $0.0, value: $0.1) }).text.dropFirst(2)
    let form = try NamedValues(parsing: query.utf8, limit: 1_000)
    return Answered(try await response(to: event, from: location, form: form))
  }
}

/// The parts of a response that tests compare.
struct Answered: Equatable {
  var status: Int
  var location = ""
  var text = ""
}

extension PlantsGuide {
  func get(_ location: PlantsLocation = .init()) async throws -> Answered {
    if !root.isReady(at: location) { try await root.prepare(at: location) }
    return Answered(root.response(at: location))
  }

  func post(
    _ event: RecordsEvent, _ form: [String: String] = [:], from location: PlantsLocation = .init()
  ) async throws -> Answered {
    try await root.post(event, form.map { ($0.key, $0.value) }, from: location)
  }

  /// Returns the fields of a posted editor.
  static func form(
    _ plant: Plant, id: String, version: String? = nil
  ) -> [String: String] {
    var form = Dictionary(
      uniqueKeysWithValues: Plant.fields.map { ($0.name, $0.text(of: plant)) })
    form["id"] = id
    form["version"] = version
    return form
  }
}

extension Answered {
  init(_ answer: PageResponse<some HTML>) {
    switch answer {
    case .page(let page):
      self.init(status: page.status.rawValue, text: page.content.renderedString())
    case .seeOther(let href): self.init(status: 303, location: href.text)
    case .notFound(let notFound): self.init(status: 404, text: notFound.message)
    }
  }

  /// The version in a form of the page.
  var version: String {
    get throws {
      let pattern = try Regex(#"name="version" value="([0-9a-f]+)""#)
      let match = try #require(text.firstMatch(of: pattern))
      return try #require(match.output[1].substring.map(String.init))
    }
  }

  func count(of part: String) -> Int { text.components(separatedBy: part).count - 1 }
}
