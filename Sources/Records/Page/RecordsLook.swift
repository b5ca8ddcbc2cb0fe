public import ImmutableUI
import Look
public import Markup
public import WebSite

/// Parts of the page of records that a guide replaces with its own: the head, the filter, the
/// rows of the list, the details. Each has the standard part as its default.
///
/// ```swift
/// import ImmutableUI
/// import Look
/// import Markup
/// import WebSite
///
/// struct Loan: Record {
///   var title = ""
///   var due = Day.today
///   static let fields: Fields<Loan> = [.text(\.title, 1...200), .day(\.due)]
/// }
///
/// enum LoanLook: RecordsLook {
///   typealias Entity = Loan
///
///   static func row(_ row: RecordsRow<Loan>) -> some HTML {
///     RowText(row.record.title, direction: .auto)
///     span { "\(row.record.due - row.now.today) days" }.class("row-end")
///   }
/// }
///
/// func loans(_ context: GuideContext) -> any Guide {
///   RecordsGuide(look: LoanLook.self, context)
/// }
/// ```
public protocol RecordsLook: Sendable {
  /// The type of the records.
  associatedtype Entity: Record
  /// The component of the head.
  associatedtype Head: HTML
  /// The component of the filter.
  associatedtype Filter: HTML
  /// The content of a row.
  associatedtype Row: HTML
  /// The component of the details.
  associatedtype Detail: HTML

  /// Returns the head of the page: the title, the number of records and the actions.
  @HTMLBuilder static func head(_ page: RecordsPage<Entity>.ViewState) -> Head

  /// Returns the filter of the list.
  @HTMLBuilder static func filter(_ page: RecordsPage<Entity>.ViewState) -> Filter

  /// Returns the content of a row of the list, which is a link or has a box.
  @HTMLBuilder static func row(_ row: RecordsRow<Entity>) -> Row

  /// Returns the details of the selected record.
  @HTMLBuilder static func detail(_ page: RecordsPage<Entity>.ViewState) -> Detail
}

/// A row of the list with its record and the present time.
public struct RecordsRow<Entity: Record>: Sendable {
  /// The texts of the standard row.
  public let line: RecordList.ViewState.Line
  /// The record.
  public let record: Entity
  /// The present time and day.
  public let now: Now
}

extension RecordsLook {
  public static func head(
    _ page: RecordsPage<Entity>.ViewState
  ) -> Fragment<RecordsHead> { Fragment(RecordsHead(state: page.head)) }

  public static func filter(
    _ page: RecordsPage<Entity>.ViewState
  ) -> Fragment<RecordsFilter> { Fragment(RecordsFilter(state: page.filter)) }

  public static func row(_ row: RecordsRow<Entity>) -> RecordLine { RecordLine(line: row.line) }

  public static func detail(
    _ page: RecordsPage<Entity>.ViewState
  ) -> Fragment<RecordDetail> { Fragment(RecordDetail(state: page.detail)) }
}

extension RecordsPage {
  /// The presenter of the page with parts of one's own.
  public struct Looking<Look: RecordsLook>: ImmutableUI.Presenter where Look.Entity == Entity {
    public let state: ViewState

    public init(state: ViewState) {
      self.state = state
    }

    public var body: some HTML {
      RecordsDialogs(dialog: state.dialog) {
        Look.head(state)
        state.outcome
        Look.filter(state)
        Split {
          Aside { Look.detail(state) }
          list
        }
      }
    }

    private var list: some HTML {
      let records = Dictionary(
        state.listed.map { ($0.id, $0.record) }, uniquingKeysWith: { first, _ in first })
      return RecordListPanel(state: state.list) { line in
        if let record = records[line.id] {
          Look.row(RecordsRow(line: line, record: record, now: state.now))
        }
      }
    }
  }
}

extension RecordsGuide {
  /// Creates a guide whose page has parts of its own: see `RecordsLook`.
  public init<L: RecordsLook>(
    look: L.Type, _ context: GuideContext, referringTo guides: any RecordsProvider...
  ) where L.Entity == Entity, Content == RecordsPage<Entity>.Looking<L> {
    self.init(context, content: Content.self, referringTo: guides.map(\.records))
  }
}
