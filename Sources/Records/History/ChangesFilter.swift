package import Durable
import Foundation
package import ImmutableUI
package import Look

/// The changes that a page shows: those of a visitor, of a day, or of a kind.
package struct ChangesFilter: Hashable, Sendable {
  package var visitor: String?
  package var day: Day?
  package var kind: RecordVersion.Kind?
  /// The number of a change that those of the page are older than; `nil` for the newest.
  package var before: Int?
  /// The time zone of the days; `nil` for that of the records.
  var zone: Zone?

  /// All changes, the newest first.
  package init() {}

  /// The number of changes on a page.
  package static let pageLength = 100

  /// The items of a query.
  package static func items<Location>(
    at keyPath: any WritableKeyPath<Location, ChangesFilter> & Sendable
  ) -> [QueryItem<Location>] {
    [
      QueryItem("changed-by") { reader, location in
        location[keyPath: keyPath].visitor = reader.queryText("changed-by")
      } print: {
        $0[keyPath: keyPath].visitor
      },
      QueryItem("changed-on") { reader, location in
        location[keyPath: keyPath].day = reader.value(
          "changed-on", hint: "Enter a day like 2026-03-06.", Day.init)
      } print: {
        $0[keyPath: keyPath].day?.description
      },
      QueryItem("change-kind") { reader, location in
        location[keyPath: keyPath].kind = reader.choice("change-kind")
      } print: {
        $0[keyPath: keyPath].kind?.rawValue
      },
      QueryItem("changes-before") { reader, location in
        location[keyPath: keyPath].before = reader.value(
          "changes-before", hint: "Use the number of a change."
        ) { Int($0).flatMap { $0 > 0 ? $0 : nil } }
      } print: {
        $0[keyPath: keyPath].before.map(String.init)
      },
    ]
  }

  /// Returns the part of the history that the page shows, and one change more if there are older
  /// ones.
  ///
  /// - Parameters:
  ///   - record: the id of a record, of which all changes are shown; `nil` for the operations on
  ///     any record.
  ///   - zone: the time zone of the day.
  package func query(of record: String?, in zone: Zone) -> VersionQuery {
    var query = VersionQuery(record: record, limit: Self.pageLength + 1)
    query.visitor = visitor
    query.kind = kind?.rawValue
    let zone = self.zone ?? zone
    query.times = day.map {
      $0.start(in: zone).milliseconds..<($0 + 1).start(in: zone).milliseconds
    }
    query.isOfOperations = record == nil
    if let before { query.numbers = 0..<before }
    return query
  }
}

extension Day {
  /// The start of the day in a time zone.
  func start(in zone: Zone) -> Date {
    // The offset at the local time can be that of another season.
    let near = start.addingTimeInterval(-Double(zone.offset(at: start)))
    return start.addingTimeInterval(-Double(zone.offset(at: near)))
  }
}

extension RecordVersion.Kind {
  /// The kind of the changes.
  var label: String {
    switch self {
    case .add: "Added"
    case .update: "Changed"
    case .delete: "Deleted"
    case .restore: "Restored"
    case .importing: "Imported"
    case .undoing: "Undid"
    case .reset: "Reset"
    case .sample: "Sample"
    }
  }
}
