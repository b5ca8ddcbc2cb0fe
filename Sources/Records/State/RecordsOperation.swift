public import Foundation
import ImmutableUI

/// An operation on records: changes, and who has asked for them.
///
/// ```swift
/// struct Plant: Record {
///   var name = ""
///   static let fields: Fields<Plant> = [.text(\.name, 1...200)]
/// }
/// let operation = RecordsOperation(
///   id: "fern", edits: [RecordEdit(id: "fern", old: nil, new: Plant(name: "Fern"))])
/// print(operation.edits.count)  // 1
/// ```
public struct RecordsOperation<Entity: Record>: Codable, Hashable, Sendable {
  /// The id under which the outcome is reported: that of the record, or one that was
  /// generated with a form for several records.
  public let id: String
  /// The changes.
  public let edits: [RecordEdit<Entity>]
  /// The visitor and the time, for the history.
  public let origin: ChangeOrigin
  /// True if the operation was asked for several records at once.
  public let isForSeveral: Bool
  /// The part of the operation that is performed after these changes; `nil` if it is performed
  /// as a whole.
  package private(set) var part: OperationPart?
  /// The ids of records that the operation leaves as they are, because they were changed since the
  /// operation that it undoes; `nil` for none.
  package private(set) var left: [String]?

  /// The key of the operation in the history. That of an operation on one record has its time,
  /// since it has the id of the record.
  package var key: String {
    isForSeveral ? id : "\(id)-\(String(origin.date.milliseconds, radix: 36))"
  }

  /// True if the operation undoes another one, and not such an operation.
  package var undoes: Bool {
    var rest = id[...]
    var count = 0
    while rest.hasPrefix("undo-") { (rest, count) = (rest.dropFirst(5), count + 1) }
    return origin.cause == .undoing && !count.isMultiple(of: 2)
  }

  /// The id of the operation that undoes this one.
  package static func undo(of key: String) -> String {
    let id = "undo-\(key)"
    if id.utf8.count <= 100 { return id }
    var digest = Digest()
    digest.update(key)
    return "undo-\(digest.text)"
  }

  /// Creates an operation.
  public init(
    id: String, edits: [RecordEdit<Entity>], by origin: ChangeOrigin = ChangeOrigin(),
    isForSeveral: Bool = false
  ) {
    self.init(id: id, edits: edits, by: origin, isForSeveral: isForSeveral, leaving: nil)
  }

  /// Creates an operation that leaves some records as they are.
  package init(
    id: String, edits: [RecordEdit<Entity>], by origin: ChangeOrigin, isForSeveral: Bool,
    leaving left: [String]?
  ) {
    self.id = id
    self.edits = edits
    self.origin = origin
    self.isForSeveral = isForSeveral
    self.left = left
  }

  /// Creates an operation on one record.
  package init(
    id: String, old: Entity?, new: Entity?, by origin: ChangeOrigin = ChangeOrigin()
  ) {
    self.init(id: id, edits: [RecordEdit(id: id, old: old, new: new)], by: origin)
  }

  /// The operation with some of its changes.
  package func with(_ edits: [RecordEdit<Entity>]) -> Self {
    var operation = Self(
      id: id, edits: edits, by: origin, isForSeveral: isForSeveral, leaving: left)
    operation.part = part
    return operation
  }

  /// The parts in which a storage performs the operation.
  package var parts: [Self] {
    guard edits.count > OperationPart.limit else { return [self] }
    return stride(from: 0, to: edits.count, by: OperationPart.limit).map { start in
      let end = min(start + OperationPart.limit, edits.count)
      var operation = with(Array(edits[start..<end]))
      operation.part = OperationPart(done: end, of: edits.count)
      return operation
    }
  }
}

/// The part of an operation on several records that was performed.
public struct OperationPart: Codable, Hashable, Sendable {
  /// The number of changes that were made.
  public let done: Int
  /// The number of all changes.
  public let count: Int

  /// Creates a part.
  public init(done: Int, of count: Int) {
    self.done = done
    self.count = count
  }

  /// The largest number of changes of a part.
  package static let limit = 250
}

/// A change of a record: an addition, an update or a deletion.
public struct RecordEdit<Entity: Record>: Codable, Hashable, Sendable {
  /// The id of the record.
  public let id: String
  /// The content that is replaced or deleted; `nil` for an addition. The storage compares
  /// it with what is stored.
  public let old: Entity?
  /// The new content; `nil` for a deletion.
  public let new: Entity?

  /// Creates a change.
  public init(id: String, old: Entity?, new: Entity?) {
    self.id = id
    self.old = old
    self.new = new
  }
}

/// The visitor, the time and the cause of a change.
///
/// It is part of the action, because a storage runs outside of the request.
public struct ChangeOrigin: Codable, Hashable, Sendable {
  /// The way in which a visitor changed a record.
  public enum Cause: String, Codable, Hashable, Sendable {
    /// Posted a form.
    case form
    /// Restored an earlier version.
    case restoration
    /// Imported a file.
    case importing = "import"
    /// Undid an operation.
    case undoing = "undo"
    /// Replaced all records by the samples.
    case reset
    /// The program added the samples to a new database.
    case sample
  }

  /// The name of the visitor; `nil` for one who has not signed in.
  public var visitor: String?
  /// The time of the request.
  public var date: Date
  /// The way in which the visitor made the change.
  public var cause: Cause

  /// Creates an origin; by default a form that nobody has signed.
  public init(visitor: String? = nil, date: Date = .now, cause: Cause = .form) {
    self.visitor = visitor
    self.date = date
    self.cause = cause
  }
}
