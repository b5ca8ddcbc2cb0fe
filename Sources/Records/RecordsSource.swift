import Foundation
import HashTreeCollections
import ImmutableData
import ImmutableUI
import Synchronization

/// A guide with records that others can refer to.
///
/// ```swift
/// import WebSite
///
/// struct Person: Record {
///   var name = ""
///   static let fields: Fields<Person> = [.text(\.name, 1...200)]
/// }
/// func source(_ context: GuideContext) -> any RecordsProvider {
///   RecordsGuide(of: Person.self, context)
/// }
/// ```
public protocol RecordsProvider {
  /// The records of the guide.
  var records: RecordsSource { get }
}

/// The records of a guide, for the references of others.
public struct RecordsSource: Sendable {
  /// The type of the records.
  let type: ObjectIdentifier
  let read: @Sendable () -> any RecordsReading
  let isReady: @Sendable () -> Bool
  let prepare: @Sendable () async throws -> Void
  /// The guides that refer to these records.
  let referrers: Referrers
}

/// The guides that refer to the records of another one, or to their own.
final class Referrers: Sendable {
  /// A guide that refers to records.
  struct Referrer: Sendable {
    let read: @Sendable () -> any RecordsReading
    /// Clears the optional references to records that have been deleted.
    let clear: @Sendable (_ ids: Set<String>) async throws -> Void
  }

  private let referrers = Mutex<[Referrer]>([])

  var all: [Referrer] { referrers.withLock { $0 } }

  func add(_ referrer: Referrer) { referrers.withLock { $0.append(referrer) } }
}

extension RecordsRoot {
  /// The records of the guide, for the references of others.
  public var records: RecordsSource {
    RecordsSource(
      type: ObjectIdentifier(Entity.self),
      read: { [selectors] in RecordsReader<Entity>(selectors.read()) },
      isReady: { [store] in store.snapshot.state.isReady },
      prepare: { [store, timeout] in
        try await store.dispatch(actions: .ui(.onAppear), timeout: timeout, until: \.isReady)
      }, referrers: referrers)
  }

  /// Tells the guides that the fields refer to, which may be this one.
  func connect() {
    Entity.checkDeclarations()
    for source in references + [records] {
      let type = source.type
      guard Entity.fields.contains(where: { $0.reference?.type == type }) else { continue }
      // Without this root, which refers to the referrers of the source.
      source.referrers.add(
        Referrers.Referrer(
          read: records.read,
          clear: { [editing, store, now] in
            try await Self.clearReferences(to: $0, in: type, of: store, with: editing, at: now())
          }))
    }
  }

  /// Reads the time and the records of other guides.
  package func context() -> RecordsContext {
    RecordsContext(
      now: Now(ClockMinute(now()).start, in: Entity.zone),
      (isReferringToItself ? references + [records] : references).map { $0.read() })
  }

  private var isReferringToItself: Bool {
    Entity.fields.contains { $0.reference?.type == ObjectIdentifier(Entity.self) }
  }

  /// Returns the reason why other records prevent the deletion of one; `nil` if none do.
  func obstacle(
    to id: String, _ dependencies: inout [PageDependencies]
  ) -> String? {
    uses(of: [id], &dependencies)[id].map {
      "This \(Entity.names.one) cannot be deleted while other records refer to it: \($0)."
    }
  }

  package func uses(of ids: Set<String>) -> [String: String] {
    var dependencies: [PageDependencies] = []
    return uses(of: ids, &dependencies)
  }

  /// Returns what prevents the deletion of records, such as "2 loans", by id.
  private func uses(
    of ids: Set<String>, _ dependencies: inout [PageDependencies]
  ) -> [String: String] {
    var uses: [String: [String]] = [:]
    for referrer in referrers.all {
      let reader = referrer.read()
      for (id, count) in reader.counts(of: ids, in: ObjectIdentifier(Entity.self)) {
        uses[id, default: []].append(reader.counted(count))
      }
      dependencies += reader.dependencies
    }
    return uses.mapValues { $0.joined(separator: " and ") }
  }

  /// Clears the optional references of a guide to records that have been deleted.
  private static func clearReferences(
    to ids: Set<String>, in type: ObjectIdentifier, of store: Store<State, Action>,
    with editing: Editing<State, Action>, at date: Date
  ) async throws {
    let origin = ChangeOrigin(visitor: Visitor.current?.name, date: date, cause: .form)
    let fields = Entity.fields.filter {
      $0.reference.map { $0 == (type, .clear) } == true
    }
    guard !ids.isEmpty, !fields.isEmpty else { return }
    for (key, record) in store.snapshot.state.records {
      var cleared = record
      for field in fields where ids.contains(field.text(of: record)) { field.clear(in: &cleared) }
      guard cleared != record else { continue }
      _ = try await editing.save(
        cleared, for: .update(id: key, version: record.version),
        by: .ui(.onTapUpdateButton(id: key, record: cleared, by: origin)))
    }
  }
}
