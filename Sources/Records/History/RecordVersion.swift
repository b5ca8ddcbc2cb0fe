package import Durable
public import Foundation

/// The number and the age of the earlier versions that are kept of each record.
///
/// ```swift
/// struct Plant: Record {
///   var name = ""
///   static let fields: Fields<Plant> = [.text(\.name, 1...200)]
///   static let history = HistoryLimit(versions: 20, days: 90)
/// }
/// ```
public struct HistoryLimit: Hashable, Sendable {
  /// The maximum number of changes of a record.
  public let versions: Int
  /// The maximum age of a change in days.
  public let days: Int

  /// Creates a limit of 1 to 500 changes and of 1 to 36,500 days.
  public init(versions: Int, days: Int) {
    guard (1...500).contains(versions), (1...36_500).contains(days) else {
      refuseDeclaration(
        "A history has 1 to 500 changes of 1 to 36,500 days. Use “.none” to keep none.")
    }
    self.init(unchecked: versions, days)
  }

  private init(unchecked versions: Int, _ days: Int) {
    self.versions = versions
    self.days = days
  }

  /// No history.
  public static let none = HistoryLimit(unchecked: 0, 0)

  /// The time in milliseconds since 1970 from which on changes are kept.
  func start(at date: Date) -> Int { date.milliseconds - days * 86_400_000 }
}

/// A change of a record, with its content before and after.
public struct RecordVersion: Hashable, Sendable {
  /// The kind of a change.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case add, update, delete, restore, reset, sample
    case importing = "import"
    case undoing = "undo"
  }

  /// The number of the change, by which it is restored.
  public let number: Int
  /// The id of the record.
  public let record: String
  /// The key of the operation that made the change.
  package let operation: String
  /// The number of changes of the operation, in the first one; 0 in the others.
  package let size: Int
  /// The time of the change.
  public let date: Date
  /// The name of the visitor; `nil` for one who had not signed in.
  public let visitor: String?
  /// The kind of the change.
  public let kind: Kind
  /// The content before the change; `nil` if there was none.
  package let before: RecordContent?
  /// The content after the change; `nil` if the record was deleted.
  package let after: RecordContent?

  /// The content that restoring the version brings back: that after the change, or what was
  /// deleted.
  package var restored: RecordContent? { after ?? before }
}

extension RecordEdit {
  /// Returns the kind of the change in the history.
  func kind(of cause: ChangeOrigin.Cause) -> RecordVersion.Kind {
    switch cause {
    case .restoration: .restore
    case .importing: .importing
    case .undoing: .undoing
    case .reset: .reset
    case .sample: .sample
    case .form: new == nil ? .delete : old == nil ? .add : .update
    }
  }
}

extension Version {
  init<Entity: Record>(
    _ edit: RecordEdit<Entity>, by origin: ChangeOrigin, in operation: String, size: Int
  ) {
    self.init(
      record: edit.id, time: origin.date.milliseconds, visitor: origin.visitor,
      kind: edit.kind(of: origin.cause).rawValue, before: edit.old.map(RecordContent.json),
      after: edit.new.map(RecordContent.json), operation: operation, size: size)
  }
}

extension VersionQuery {
  /// Selects the changes of an operation.
  package init(operation key: String) {
    self.init(limit: 100_000)
    if let number = Int(key.dropFirst(RecordVersion.numbered.count)), number > 0,
      key.hasPrefix(RecordVersion.numbered), number < .max
    {
      numbers = number..<number + 1
    } else {
      operation = key
    }
  }
}

extension RecordVersion {
  /// The beginning of the key of a change that was kept before operations were.
  fileprivate static let numbered = "version-"

  /// Creates a version as it is stored; `nil` if this version of the program does not know its
  /// kind.
  package init?(_ version: Version) {
    guard let kind = Kind(rawValue: version.kind) else { return nil }
    self.init(
      number: version.number, record: version.record,
      operation: version.operation ?? "\(Self.numbered)\(version.number)", size: version.size,
      date: Date(milliseconds: version.time), visitor: version.visitor, kind: kind,
      before: version.before.flatMap(RecordContent.init(json:)),
      after: version.after.flatMap(RecordContent.init(json:)))
  }
}

extension Date {
  /// The time in milliseconds since 1970.
  var milliseconds: Int { Int((min(max(timeIntervalSince1970, -1e12), 1e12) * 1_000).rounded()) }

  init(milliseconds: Int) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }
}
