public import ImmutableUI
public import Markup

/// The state of a window on the records, all of which is in the address.
public struct RecordsLocation<Entity: Record>: PageLocation {
  /// The text that is searched for.
  public var search: String?
  /// The values that are filtered by, by the names of the fields.
  public var choices: [String: String] = [:]
  /// The id of the selected record.
  public var record: String?
  /// The dialog over the page.
  public var dialog: RecordsDialog?
  /// The outcome of the last post.
  public var notice: RecordsNotice?
  /// The page of the list, from 1.
  public var page = 1

  /// All records.
  public init() {}

  public init(parsing query: NamedValues) throws(MalformedRequest) {
    self = try Self.query.parse(query, into: Self())
  }

  public var queryItems: [(name: String, value: String)] { Self.query.items(of: self) }
}

/// The dialogs over a page of records.
public enum RecordsDialog: String, CaseIterable, Hashable, Sendable {
  case add, edit, delete
}

/// The outcome of a post.
public enum RecordsNotice: String, CaseIterable, Hashable, Sendable {
  case added, saved, deleted
}

extension RecordsLocation {
  /// The same filter and selection without dialog and notice.
  public var plain: Self { with { _ in } }

  /// The same filter and selection with something changed, without dialog and
  /// notice.
  public func with(_ change: (inout Self) -> Void) -> Self {
    var location = self
    location.dialog = nil
    location.notice = nil
    change(&location)
    return location
  }

  /// True if not all records are listed.
  public var isFiltered: Bool { search != nil || !choices.isEmpty }

  /// The address.
  public var href: Href { RecordsRoute.page(self).href }

  static var query: Query<Self> {
    Query(
      [.text("search", \.search)]
        + Entity.fields.choices.map { field, values in
          .word(field.name, of: values.map(\.value), \.choices[field.name])
        }
        + [
          .text("record", \.record),
          .choice("dialog", \.dialog),
          .choice("notice", \.notice),
          .number("page", 1...1_000_000, \.page),
        ]
    ) { location in
      location.record == nil && (location.dialog == .edit || location.dialog == .delete)
        ? "This dialog is about one \(Entity.names.one), but “record” is missing." : nil
    }
  }
}
