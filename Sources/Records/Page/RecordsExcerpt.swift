import ImmutableUI
import Look
import Markup

/// The excerpt of a guide of records on the front page: the number of records
/// and the first ones.
struct RecordsExcerpt<Entity: Record>: Presenter {
  struct ViewState: Hashable, Sendable {
    let note: String
    /// The first rows of the list, up to five.
    let rows: [RecordList.ViewState.Line]
  }

  let state: ViewState

  var body: some HTML {
    let names = Entity.names
    ExcerptPanel(
      names.path, title: names.title, href: RecordsLocation<Entity>().href, note: state.note
    ) {
      if state.rows.isEmpty {
        EmptyState("There are no \(names.many) yet", icon: Entity.icon)
      } else {
        RowList {
          ForEach(state.rows) { row in
            Row(href: row.href) {
              RowText(row.title, direction: .auto)
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
  var excerpt: RecordsExcerpt<Entity>.ViewState {
    .init(note: head.summary, rows: Array(list.rows.prefix(5)))
  }
}
