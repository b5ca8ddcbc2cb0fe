public import ImmutableUI
package import Markup

/// A location in a guide of records: the filter, the selection, the dialog and
/// the notice of a page, all of which are in its URL.
public struct RecordsLocation<Entity: Record>: EditableLocation, QueryLocation {
  /// The search text; `nil` for none.
  public var search: String?
  /// The search text if it is too long to search for; the page shows it with a
  /// message.
  public var rejectedSearch: String?
  /// The name of the order; `nil` for the first one of the type.
  public var order: String?
  /// The name of the named filter; `nil` for none.
  public var filter: String?
  /// The values to filter by, by field name.
  public var choices: [String: String] = [:]
  /// The id of the selected record; with a notice about several records, and those of a deletion
  /// and an import, of the operation.
  public var record: String?
  /// The dialog over the page.
  public var dialog: RecordsDialog?
  /// The outcome of the last form submission; `nil` for none.
  public var notice: RecordsNotice?
  /// The boxes that the rows of the list have; `nil` for rows that are links.
  public var selection: RecordsSelection?
  /// The number of records that the notice is about; 0 if it is about the selected one.
  public var several = 0
  /// The key of the operation that the notice is about, unless `record` is its id.
  package var change: String?
  /// The changes that the page of changes shows.
  package var changes = ChangesFilter()
  /// The page of the list, from 1.
  public var page = 1

  /// Creates the location of the list of all records.
  public init() {}
}

/// The boxes by which several records of a list are selected.
public enum RecordsSelection: String, CaseIterable, Hashable, Sendable {
  /// No box is checked.
  case on
  /// All boxes of the page are checked.
  case all
}

/// The dialogs over a page of records.
public enum RecordsDialog: String, CaseIterable, Hashable, Sendable {
  case add, edit, delete, history
  case importing = "import"
  /// Asks before all records are replaced by the sample data, in a guide that offers it.
  case reload
}

extension RecordsDialog {
  /// The change that the dialog makes to one record; `nil` if it makes none, or several.
  var change: RecordChange? {
    switch self {
    case .add: .add
    case .edit: .update
    case .delete: .delete
    case .history, .importing, .reload: nil
    }
  }

  /// True if the dialog is about the selected record.
  package var isAboutRecord: Bool {
    switch self {
    case .edit, .delete: true
    case .add, .history, .importing, .reload: false
    }
  }
}

/// The outcome of a form submission.
public enum RecordsNotice: String, CaseIterable, Hashable, Sendable {
  case added
  case updated = "saved"
  case deleted
  case restored
  case imported
  case reloaded
  case undone
}

extension RecordsLocation {
  /// The location without dialog and notice.
  public var plain: Self { withoutResponse }

  public var listLocation: Self {
    with {
      $0.record = nil
      $0.selection = nil
      $0.page = 1
    }
  }

  package func target(_ event: RecordsEvent) -> Href {
    RecordsRoute.post(event, from: posted).href
  }

  /// True if the list is filtered.
  public var isFiltered: Bool { search != nil || filter != nil || !choices.isEmpty }

  /// The location of all records in the same order.
  var unfiltered: Self { Self().with { $0.order = order } }

  public static var path: String { Entity.names.path }

  public static var query: Query<Self> { Entity.fields.query }

  static func makeQuery() -> Query<Self> {
    Query(
      [.text("search", \.search, tooLong: \.rejectedSearch)]
        + Entity.fields.compactMap { field in
          // The values of a reference are known to the pages only.
          if field.reference != nil { return .text(field.name, \.choices[field.name]) }
          return field.choices(in: RecordsContext()).map { values in
            .word(field.name, of: values.map(\.value), \.choices[field.name])
          }
        }
        + (Entity.filters.isEmpty
          ? [] : [.word("filter", of: Entity.filters.map(\.name), \.filter)])
        + (Entity.offeredOrders.isEmpty
          ? [] : [.order(of: Entity.offeredOrders.map(\.name), \.order)])
        + [
          .text("record", \.record),
          .choice("dialog", \.dialog, besides: .reload),
          .choice("notice", \.notice, besides: .reloaded),
          .number("several", 0...1_000_000, \.several),
          .text("operation", \.change),
          .choice("select", \.selection),
          .number("page", 1...1_000_000, \.page),
        ] + ChangesFilter.items(at: \.changes)
    ) { reader, location in
      if location.record == nil, let dialog = location.dialog, dialog.isAboutRecord {
        reader.reject("This dialog is about one \(Entity.names.one), but “record” is missing.")
      }
    }
  }
}

extension QueryItem {
  /// Creates an item with one of several names, of which the first one is the default.
  fileprivate static func order(
    of names: [String], _ keyPath: any WritableKeyPath<Location, String?> & Sendable
  ) -> Self {
    .value(
      "order", keyPath, hint: "Use one of: \(names.joined(separator: ", ")).",
      { names.contains($0) ? $0 : nil }, print: { $0 == names.first ? nil : $0 })
  }
}
