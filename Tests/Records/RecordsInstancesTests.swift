import Durable
import Foundation
import HashTreeCollections
import ImmutableData
import ImmutableUI
import TestSupport
import Testing

@testable import Records

/// Records that several instances keep in one PostgreSQL database.
@Suite(.timeLimit(.minutes(2)))
struct RecordsInstancesTests {
  /// A new schema of the tests' server.
  private struct Cluster {
    let place: DurablePlace

    init() throws { place = try DurablePlace(.postgres) }

    func instance<Entity: Records.Record>(
      of type: Entity.Type = Plant.self
    ) async throws -> Instance<Entity> {
      let instance = Instance<Entity>(try await place.storage())
      try await instance.storage.start()
      return instance
    }
  }

  /// An instance of the program, without HTTP.
  private final class Instance<Entity: Records.Record>: Sendable {
    let store = Store<RecordsState<Entity>, RecordsAction<Entity>>(
      initialState: .init(), reducer: RecordsReducer.reduce)
    let storage: DurableStorage
    let root: RecordsRoot<Entity, RecordsPage<Entity>.Presenter>
    let history: @Sendable (_ id: String) async throws -> [RecordVersion]
    private let listener: RecordsListener<Entity>

    init(_ storage: DurableStorage) {
      self.storage = storage
      let records = RecordsLog<Entity>(in: storage, store: store)
      history = { try await records.history(of: $0) }
      listener = RecordsListener(storage: records)
      listener.listen(to: store)
      root = RecordsRoot(
        store: store, timeout: .seconds(20),
        catchUp: { [storage] in
          try await storage.log(named: Entity.names.path)?.catchUp(within: $0)
        }, changes: { try await records.changes($0) },
        hasPerformed: { try await records.hasPerformed($0) },
        makeID: { UUID().uuidString })
    }

    deinit {
      listener.stop()
      Task { [storage] in try await storage.close() }
    }

    var names: [String] { store.snapshot.state.records.values.map(\.title).sorted() }

    func id(_ name: String) throws -> String {
      try #require(store.snapshot.state.records.first { $0.value.title == name }).key
    }

    /// Posts a form, and again if the database is busy, as visitors do.
    func post(_ event: RecordsEvent, _ form: [String: String]) async throws -> Int {
      for _ in 1..<3 {
        let status = try await root.post(event, form.map { ($0.key, $0.value) }).status
        if status != 503 { return status }
      }
      return try await root.post(event, form.map { ($0.key, $0.value) }).status
    }

    /// Returns false if the record breaks a rule.
    func save(_ record: Entity, as purpose: FormPurpose) async throws -> Bool {
      let action: RecordsAction<Entity>.UI =
        purpose.isNew
        ? .onTapAddButton(id: purpose.id, record: record)
        : .onTapUpdateButton(id: purpose.id, record: record)
      switch try await root.editing.save(record, for: purpose, by: .ui(action)) {
      case .done: return true
      case .refused(.fields): return false
      case let answer: throw UnexpectedAnswer(text: "\(answer)")
      }
    }
  }

  private static let moss = Plant(name: "Moss", light: .shade, height: 2, acidity: 5.5)

  @Test func `Instances that start together add the samples once`() async throws {
    let cluster = try Cluster()
    let names = try await withThrowingTaskGroup { group in
      for _ in 0..<3 { group.addTask { try await cluster.instance().names } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(names.allSatisfy { $0 == ["Fern", "Rose"] })
  }

  @Test func `A change of one instance reaches the other`() async throws {
    let cluster = try Cluster()
    let (first, second) = (try await cluster.instance(), try await cluster.instance())
    let id = UUID().uuidString
    #expect(try await first.post(.add, PlantsGuide.form(Self.moss, id: id)) == 303)
    #expect(first.names == ["Fern", "Moss", "Rose"], "an answered change is in memory")
    try await eventually("the second has it") { second.names == ["Fern", "Moss", "Rose"] }
    #expect(second.store.snapshot.state.records[id] == Self.moss)
    #expect(
      try await second.post(.delete, ["id": id, "version": Self.moss.version]) == 303)
    try await eventually("the first has it") { first.names == ["Fern", "Rose"] }
    let third = try await cluster.instance()
    #expect(third.store.snapshot.state.records == first.store.snapshot.state.records)
  }

  @Test func `Of two edits of one version one is saved`() async throws {
    let cluster = try Cluster()
    let instances = [try await cluster.instance(), try await cluster.instance()]
    let id = try instances[0].id("Rose")
    for round in 0..<10 {
      try await eventually("both have the same") {
        instances[0].store.snapshot.state.records[id]
          == instances[1].store.snapshot.state.records[id]
      }
      let old = try #require(instances[0].store.snapshot.state.records[id])
      let statuses = try await withThrowingTaskGroup { group in
        for (number, instance) in instances.enumerated() {
          var new = old
          new.name = "Rose \(round)"
          new.height = number + 1 + round * 2
          let form = PlantsGuide.form(new, id: id, version: old.version)
          group.addTask { try await instance.post(.update, form) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.sorted() == [303, 409])
    }
  }

  @Test func `An edit of a record that another instance deleted is a conflict`() async throws {
    let cluster = try Cluster()
    let (first, second) = (try await cluster.instance(), try await cluster.instance())
    let id = try first.id("Rose")
    #expect(try await first.post(.delete, ["id": id, "version": Plant.rose.version]) == 303)
    let form = PlantsGuide.form(Self.moss, id: id, version: Plant.rose.version)
    #expect(try await second.post(.update, form) == 409)
    #expect(try await second.post(.delete, ["id": id, "version": Plant.rose.version]) == 303)
    #expect(second.names == ["Fern"])
  }

  @Test func `A form that is posted to both instances is saved once`() async throws {
    let cluster = try Cluster()
    let (first, second) = (try await cluster.instance(), try await cluster.instance())
    let form = PlantsGuide.form(Self.moss, id: UUID().uuidString)
    async let one = first.post(.add, form)
    async let other = second.post(.add, form)
    #expect(try await [one, other] == [303, 303])
    #expect(second.names == ["Fern", "Moss", "Rose"])
  }

  @Test func `Instances share the history, and undo each other's deletions`() async throws {
    let cluster = try Cluster()
    let (first, second) = (try await cluster.instance(), try await cluster.instance())
    let id = UUID().uuidString
    let tall = Plant(name: "Moss ‘\u{1F331}’ \\\"", light: .shade, height: 3, acidity: 0.1)
    #expect(try await first.post(.add, PlantsGuide.form(Self.moss, id: id)) == 303)
    let form = PlantsGuide.form(tall, id: id, version: Self.moss.version)
    #expect(try await second.post(.update, form) == 303)
    #expect(try await first.post(.delete, ["id": id, "version": tall.version]) == 303)
    for instance in [second, first] {
      #expect(try await instance.post(.restore, ["id": id]) == 303)
      #expect(instance.store.snapshot.state.records[id] == tall)
    }
    let history = try await second.history(id)
    #expect(history.map(\.kind) == [.undoing, .delete, .update, .add])
    #expect(history[2].before == RecordContent(Self.moss))
    #expect(history[2].after == RecordContent(tall))
    let number = String(history[3].number)
    #expect(
      try await first.post(.restore, ["id": id, "number": number, "version": tall.version]) == 303)
    #expect(first.store.snapshot.state.records[id] == Self.moss)
    // A record that was deleted again is restored again.
    #expect(try await first.post(.delete, ["id": id, "version": Self.moss.version]) == 303)
    #expect(try await second.post(.restore, ["id": id]) == 303)
    #expect(second.store.snapshot.state.records[id] == Self.moss)
  }

  @Test func `Several records are changed on one instance and undone on the other`() async throws {
    let cluster = try Cluster()
    let (first, second) = (try await cluster.instance(), try await cluster.instance())
    let edits = first.store.snapshot.state.records.map { RecordEdit(id: $0, old: $1, new: nil) }
    func perform(_ edits: [RecordEdit<Plant>], as id: String, on instance: Instance<Plant>)
      async throws
      -> Editing<PlantsState, PlantsAction>.Answer
    {
      try await instance.root.perform(edits, as: id, ChangeOrigin())
    }
    #expect(try await perform(edits, as: "deletion", on: first) == .done)
    #expect(first.names.isEmpty)
    // Late copies of the form.
    for instance in [first, second] {
      #expect(try await perform(edits, as: "deletion", on: instance) == .done)
    }
    #expect(try await second.post(.restore, ["id": "deletion"]) == 303)
    #expect(second.names == ["Fern", "Rose"])
    // One of the records is not as expected: none is changed.
    let tall = edits.map { edit in
      RecordEdit(id: edit.id, old: edit.old, new: Plant(name: "Tree", height: 9))
    }
    var old = edits[1].old ?? Plant()
    old.height += 1
    let form = PlantsGuide.form(old, id: edits[1].id, version: edits[1].old?.version)
    #expect(try await second.post(.update, form) == 303)
    let answer = try await perform(tall, as: "change", on: first)
    #expect(
      answer == .refused(.busy)
        || answer
          == .refused(
            .rejected(
              RecordsError.stale.localizedDescription))
    )
    #expect(second.names == ["Fern", "Rose"])
    #expect(try await second.history(edits[0].id).map(\.kind) == [.undoing, .delete, .sample])
  }

  @Test func `A database that is away is reported, and nothing is lost`() async throws {
    let cluster = try Cluster()
    let instance = try await cluster.instance()
    try await instance.storage.close()
    let form = PlantsGuide.form(Self.moss, id: UUID().uuidString)
    #expect(try await instance.post(.add, form) == 503)
    #expect(instance.names == ["Fern", "Rose"])
  }

  @Test func `A late copy of a form does not bring a record back`() async throws {
    let cluster = try Cluster()
    let first = try await cluster.instance()
    let form = PlantsGuide.form(Self.moss, id: UUID().uuidString)
    #expect(try await first.post(.add, form) == 303)
    let deletion = ["id": form["id"] ?? "", "version": Self.moss.version]
    #expect(try await first.post(.delete, deletion) == 303)
    #expect(try await first.post(.add, form) == 409)
    // It has started since, so it remembers neither.
    let second = try await cluster.instance()
    #expect(try await second.post(.add, form) == 409)
    #expect(second.names == ["Fern", "Rose"])
  }

  @Test func `An instance that is cut off confirms and denies nothing`() async throws {
    let cluster = try Cluster()
    let instance = try await cluster.instance()
    let id = try instance.id("Rose")
    try await instance.storage.close()
    let unchanged = PlantsGuide.form(.rose, id: id, version: Plant.rose.version)
    #expect(try await instance.post(.update, unchanged) == 503)
    #expect(try await instance.post(.delete, ["id": id, "version": "another"]) == 503)
  }

  @Test func `Of equal unique values that two instances add or change one is saved`() async throws {
    let cluster = try Cluster()
    let instances = [
      try await cluster.instance(of: Loan.self), try await cluster.instance(of: Loan.self),
    ]
    for round in 0..<5 {
      let saved = try await withThrowingTaskGroup { group in
        for (number, instance) in instances.enumerated() {
          let id = "\(round)-\(number)"
          group.addTask {
            let loan = Loan(title: id, isbn: "\(round)", handedOver: .now, note: "a\nb")
            return try await instance.save(loan, as: .add(id: id))
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(saved.count(where: { $0 }) == 1)
    }
    let other = Loan(title: "Other", due: Day(2024, 5, 9))
    #expect(try await instances[0].save(other, as: .add(id: "other")))
    var equal = other
    equal.isbn = "0"
    #expect(try await !instances[1].save(equal, as: .update(id: "other", version: other.version)))
    equal.isbn = ""
    equal.due = nil
    #expect(try await instances[1].save(equal, as: .update(id: "other", version: other.version)))
    // Null is compared as a value.
    #expect(try await instances[0].save(other, as: .update(id: "other", version: equal.version)))
    let started = try await cluster.instance(of: Loan.self)
    #expect(started.store.snapshot.state.records["other"] == other)
  }

  private struct UnexpectedAnswer: Error {
    let text: String
  }

  @Test func `A record that changes all the time is reported as busy`() async throws {
    /// A storage in which another instance is always faster.
    struct Overtaken: RecordsStorage {
      func load(into store: PlantsStore) async throws {}
      func write(_ operation: RecordsOperation<Plant>) async throws { throw RecordsError.stale }
    }
    let store = PlantsStore()
    let listener = RecordsListener(storage: Overtaken())
    listener.listen(to: store)
    try await store.dispatch(
      action: .data(.didChange([.everything([Entry(id: "R", record: .rose)])])))
    let editing = PlantsGuide.Root(store: store, timeout: .seconds(20)) { "new" }.editing
    let action = PlantsAction.ui(.onTapUpdateButton(id: "R", record: Self.moss))
    let saved = try await editing.save(
      Self.moss, for: .update(id: "R", version: Plant.rose.version), by: action)
    #expect(saved == .refused(.busy))
    #expect(store.snapshot.state.records["R"] == .rose)
    listener.stop()
  }
}
