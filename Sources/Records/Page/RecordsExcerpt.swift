import ImmutableUI
import Look
import Markup

/// The excerpt of a guide of records on the front page: the number of records
/// and the first ones.
struct RecordsExcerpt: Presenter {
  struct ViewState: Hashable, Sendable {
    let path: String
    let title: String
    let icon: Icon.Shape
    let href: Href
    let note: String
    let all: String
    /// The text in place of rows.
    let empty: String
    let rows: [RecordList.ViewState.Line]

    /// The number of records that are shown.
    static let count = 5
  }

  let state: ViewState

  var body: some HTML {
    ExcerptPanel(
      state.path, title: state.title, icon: state.icon, href: state.href, note: state.note,
      all: state.all
    ) {
      if state.rows.isEmpty {
        EmptyState(state.empty, icon: state.icon)
      } else {
        RowList {
          ForEach(state.rows) { row in
            Row(href: row.href) {
              RowName(row.title, direction: .auto)
              ForEach(row.badges) { $0 }
            }
          }
        }
      }
    }
  }
}

extension RecordsPage.ViewState {
  /// The excerpt for the front page.
  var excerpt: RecordsExcerpt.ViewState {
    RecordsExcerpt.ViewState(
      path: Entity.names.path, title: Entity.names.title, icon: Entity.icon,
      href: RecordsLocation<Entity>().href, note: head.summary,
      all: "All \(Entity.names.many)", empty: "There are no \(Entity.names.many) yet",
      rows: Array(list.rows.prefix(RecordsExcerpt.ViewState.count)))
  }
}
