public import ImmutableUI
public import Look
public import Markup

/// The page of a guide of records: the list beside one record, with a dialog
/// over it where one is open.
public enum RecordsPage<Entity: Record> {
  /// The content of the page.
  public struct ViewState: Hashable, Sendable {
    /// The title of the window.
    public let title: String
    /// The outcome of the last post.
    public let notice: Phrase?
    /// The page without the notice.
    public let dismiss: Href
    public let head: RecordsHead.ViewState
    public let filter: RecordsFilter.ViewState
    public let list: RecordList.ViewState
    public let detail: RecordDetail.ViewState
    public let dialog: Dialog?
    /// The records of the list, for pages that show them in their own way.
    public let listed: [Entry<Entity>]
    /// The selected record, for the same.
    public let selected: Entry<Entity>?

    /// True if something is under way.
    public var isWaiting: Bool {
      if case .record(let record) = detail, record.progress == .waiting { return true }
      return list.progress == .waiting
    }
  }

  /// The dialog over the page.
  public enum Dialog: Hashable, Sendable {
    case editor(EditorSheet.ViewState)
    case confirmation(Confirmation.ViewState)
  }

  /// The presenter of the page.
  public struct Presenter: ImmutableUI.Presenter {
    public let state: ViewState

    public init(state: ViewState) {
      self.state = state
    }

    public var body: some HTML {
      RecordsDialogs(dialog: state.dialog) { Overview(state: state) }
    }
  }

  private struct Overview: Component {
    let state: ViewState

    var body: some HTML {
      Fragment("records-head", RecordsHead(state: state.head))
      if let notice = state.notice { Notice(notice, dismiss: state.dismiss) }
      Fragment("records-filter", RecordsFilter(state: state.filter))
      div {
        div { Fragment("record-detail", RecordDetail(state: state.detail)) }.class("aside")
        Fragment("record-list", RecordList(state: state.list))
      }
      .class("split")
    }
  }

  /// A page with a dialog over it where one is open.
  public struct RecordsDialogs<Content: HTML>: Component {
    private let dialog: Dialog?
    private let content: Content

    /// - Parameters:
    ///   - dialog: what is open.
    ///   - content: the page.
    public init(dialog: Dialog?, @HTMLBuilder content: () -> Content) {
      self.dialog = dialog
      self.content = content()
    }

    public var body: some HTML {
      if let dialog {
        div { content }.class("behind").inert()
        switch dialog {
        case .editor(let editor):
          Fragment("sheet", isPersonal: editor.isNew, EditorSheet(state: editor))
        case .confirmation(let confirmation):
          Fragment("sheet", Confirmation.Presenter(state: confirmation))
        }
      } else {
        content
      }
    }
  }
}
