public import Durable
public import Foundation
import HashTreeCollections
public import ImmutableData
public import Storage

/// A storage of records in a log of changes, with a table that has a column for each field, and
/// their history.
///
/// ```swift
/// struct Plant: Record {
///   var name = ""
///   static let fields: Fields<Plant> = [.text(\.name, 1...200)]
/// }
/// func names() async throws -> [String] {
///   let plants = RecordsLog<Plant>(url: nil)
///   try await plants.add(Entry(id: "1", record: Plant(name: "Moss")))
///   return try await plants.entries().map(\.record.name)
/// }
/// ```
public final class RecordsLog<Entity: Record>: RecordsStorage {
  /// The store of the records.
  public typealias Store = ImmutableData.Store<RecordsState<Entity>, RecordsAction<Entity>>

  private let log: DurableLog<RecordsState<Entity>>
  private let memory: LogMemory<RecordsState<Entity>, RecordsAction<Entity>>

  /// Creates a storage among the logs of a program.
  ///
  /// - Parameters:
  ///   - storage: the logs of the program.
  ///   - store: the store of the records; `nil` if they are in no store before
  ///     ``load(into:)``.
  public init(in storage: DurableStorage, store: Store? = nil) {
    let memory = LogMemory<RecordsState<Entity>, RecordsAction<Entity>>(
      RecordsState(), in: store
    ) { event in
      switch event {
      case .loaded(let state, _):
        if let error = state.unknownValue { throw error }
        return .data(.didLoad(state.records, changes: state.lastChanges.numbers))
      case .changed(let changes): return .data(.didChange(changes.map(\.change)))
      }
    }
    self.memory = memory
    let samples = Entity.samples.map {
      RecordEdit(id: UUID().uuidString, old: nil, new: $0)
    }
    log = storage.log(
      Entity.names.path, subject: "the \(Entity.names.many)", from: RecordsState(),
      former: .records(of: Entity.self),
      first: samples.isEmpty
        ? nil
        : .edited(
          RecordsOperation(
            id: "samples", edits: samples, by: ChangeOrigin(cause: .sample), isForSeveral: true)),
      read: { memory.state }, receive: { try await memory.receive($0) })
  }

  /// Creates a storage with a file of its own.
  ///
  /// - Parameters:
  ///   - url: the URL of the file; `nil` for a database in memory.
  ///   - report: called with reports for the operator.
  public convenience init(
    url: URL?, report: @escaping @Sendable (DatabaseFileReport) -> Void = { _ in }
  ) {
    self.init(in: DurableStorage(file: url, report: report))
  }

  /// The file; `nil` if the records are in a database that several instances share.
  public var file: DatabaseFile? { log.file }

  public func load(into store: Store) async throws {
    try await memory.move(to: store)
    try await log.start()
  }

  /// Returns all records, sorted by id.
  public func entries() async throws -> [Entry<Entity>] {
    try await log.start()
    return memory.state.records.map { Entry(id: $0, record: $1) }.sorted { $0.id < $1.id }
  }

  /// Adds a record, as a form of a visitor who has not signed in does.
  ///
  /// - Throws: see ``RecordsStorage/write(_:)``.
  public func add(_ entry: Entry<Entity>) async throws {
    try await write(RecordsOperation(id: entry.id, old: nil, new: entry.record))
  }

  public func write(_ operation: RecordsOperation<Entity>) async throws {
    try await log.start()
    let outcome = try await log.perform(operation) { try $0.change(by: $1) }
    // A late copy of a form brings nothing back, and changes nothing.
    if case .repeated = outcome, !operation.isForSeveral, let form = operation.form {
      guard let stored = memory.state.records[form] else { throw RecordsError.notFound }
      if operation.edits.first?.new.map(stored.isStored) == false { throw RecordsError.idInUse }
    }
  }

  public func hasPerformed(_ operation: String) async throws -> Bool {
    try await log.start()
    let outcome = try await log.perform(log.operation(of: operation)) { _ in nil }
    return if case .repeated = outcome { true } else { false }
  }

  /// Returns changes of the history.
  public func changes(_ query: VersionQuery) async throws -> [RecordVersion] {
    try await log.start()
    return try await log.history(query).compactMap(RecordVersion.init)
  }

  /// Ends all operations, and closes the file. Later operations fail.
  public func close() async throws { try await log.close() }
}
