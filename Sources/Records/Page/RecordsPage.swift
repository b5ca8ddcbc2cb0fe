public import ImmutableUI
public import Look
public import Markup

/// The page of a guide of records: the list beside the selected record, with an
/// optional dialog over it.
///
/// `RecordsLook` replaces single parts of it. A page of your own presents the same view state:
///
/// ```swift
/// import ImmutableUI
/// import Markup
///
/// struct PlainPage<Entity: Record>: Presenter {
///   let state: RecordsPage<Entity>.ViewState
///   var body: some HTML {
///     RecordsPage<Entity>.RecordsDialogs(dialog: state.dialog) {
///       ul { ForEach(state.listed) { entry in li { entry.record.title } } }
///     }
///   }
/// }
/// ```
public enum RecordsPage<Entity: Record> {
  /// The content of the page.
  public struct ViewState: Hashable, Sendable {
    /// The title of the document.
    public let title: String
    /// The outcome of the last form.
    public let outcome: RecordsOutcome
    public let head: RecordsHead.ViewState
    public let filter: RecordsFilter.ViewState
    public let list: RecordList.ViewState
    public let detail: RecordDetail.ViewState
    public let dialog: Dialog?
    /// The present time and day. Pages with a presenter of one's own are made anew with each
    /// minute.
    public let now: Now
    /// The records of the list, for custom presenters.
    public let listed: [Entry<Entity>]
    /// The selected record, for custom presenters; `nil` for none.
    public let selected: Entry<Entity>?

    /// True if the page shows an operation in progress.
    public var isWaiting: Bool {
      if case .record(let record) = detail, record.progress == .waiting { return true }
      return list.progress == .waiting || outcome.isWaiting
    }
  }

  /// The dialog over the page.
  public enum Dialog: Hashable, Sendable {
    case editor(EditorDialog.ViewState)
    case confirmation(Confirmation.ViewState)
    /// The page of changes, which is in the place of the page.
    case changes(ChangesPage.ViewState)
    case several(SeveralDialog.ViewState)
    case importing(ImportDialog.ViewState)

    /// True for a dialog over the page.
    package var isOverPage: Bool { if case .changes = self { false } else { true } }

    /// The state of the dialog's presenter.
    var content: any Sendable {
      switch self {
      case .editor(let editor): editor
      case .confirmation(let confirmation): confirmation
      case .changes(let changes): changes
      case .several(let several): several
      case .importing(let file): file
      }
    }

    /// The title of the document.
    package var title: String {
      switch self {
      case .editor(let editor): editor.problem == nil ? editor.title : "Error: \(editor.title)"
      case .confirmation(let confirmation): confirmation.text
      case .changes(let changes): changes.title
      case .several(let several): several.text
      case .importing(let file): file.text
      }
    }
  }

  /// The outcome, and the page of changes.
  private struct Changes: Component {
    let state: ChangesPage.ViewState
    let outcome: RecordsOutcome?

    var body: some HTML {
      outcome
      Fragment(ChangesPage(state: state))
    }
  }

  /// The presenter of the page.
  public struct Presenter: ImmutableUI.Presenter {
    public let state: ViewState

    public init(state: ViewState) {
      self.state = state
    }

    public var body: some HTML {
      RecordsDialogs(dialog: state.dialog, outcome: state.outcome) {
        Fragment(RecordsHead(state: state.head))
        state.outcome
        Fragment(RecordsFilter(state: state.filter))
        Split {
          Aside { Fragment(RecordDetail(state: state.detail)) }
          Fragment(RecordList(state: state.list))
        }
      }
    }
  }

  /// A page with an optional dialog over it.
  public struct RecordsDialogs<Content: HTML>: Component {
    private let dialog: Dialog?
    private let outcome: RecordsOutcome?
    private let content: Content

    /// - Parameters:
    ///   - dialog: the open dialog; `nil` for none.
    ///   - outcome: the outcome of the last form, for the page of changes.
    ///   - content: the content of the page.
    public init(
      dialog: Dialog?, outcome: RecordsOutcome? = nil, @HTMLBuilder content: () -> Content
    ) {
      self.dialog = dialog
      self.outcome = outcome
      self.content = content()
    }

    public var body: some HTML {
      if case .changes(let changes) = dialog {
        Changes(state: changes, outcome: outcome)
      } else if let dialog {
        div { content }.class("behind").inert()
        switch dialog {
        case .editor(let editor):
          Fragment(EditorDialog(state: editor), isPersonal: editor.isNew)
        case .confirmation(let confirmation):
          Fragment(Confirmation.Presenter(state: confirmation))
        case .changes: Empty()
        case .several(let several): Fragment(SeveralDialog(state: several))
        case .importing(let file): Fragment(ImportDialog(state: file))
        }
      } else {
        content
      }
    }
  }
}
