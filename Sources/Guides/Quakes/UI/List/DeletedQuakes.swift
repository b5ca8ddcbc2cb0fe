import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// The page of the deleted events, each with a button that restores it.
enum DeletedQuakes {
  static let title = "Deleted events"
  /// The number of rows on a page.
  static let pageLength = 100

  /// Describes the deleted events of a page.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let now: Date

    func viewState(_ select: SelectQuakes) -> ViewState {
      let deletions = select(.deletions)
      let start = (location.page - 1) * DeletedQuakes.pageLength
      let counts = Dictionary(deletions.all.map { ($0.date, $0.count) }) { first, _ in first }
      let links = QuakeLinks(on: location)
      var groups: [ViewState.Group] = []
      for deleted in deletions.quakes(in: start..<start + DeletedQuakes.pageLength) {
        let count = counts[deleted.date] ?? 1
        let time = Moment(deleted.date, in: location.measures.zone).minuteAndAgo(from: now)
        var row = QuakeList.ViewState.Row(deleted.quake, among: links, now: now)
        let deletion = count > 1 ? deleted.date.deletion : nil
        if groups.isEmpty || groups.last?.deletion != deletion {
          groups.append(
            ViewState.Group(
              deletion: deletion,
              title: count > 1 ? "Deleted \(time)" : "Deleted one by one",
              restore: "Restore these \(grouped(count))", rows: []))
        }
        if count == 1 { row.parts = [QuakeImpact(label: "Deleted \(time)")] }
        groups[groups.count - 1].rows.append(row)
      }
      return ViewState(
        count: deletions.count, groups: groups,
        pager: location.pager(count: deletions.count, length: DeletedQuakes.pageLength),
        restore: QuakesRoute.post(.restore, from: location).href,
        back: location.with {
          $0.show = .list
          $0.page = 1
        }.href)
    }
  }

  /// The content of the page.
  struct ViewState: Hashable, Sendable {
    let count: Int
    let groups: [Group]
    let pager: Pager?
    let restore: Href
    let back: Href

    /// The events of a deletion, or of several deletions of one event each.
    struct Group: Hashable, Sendable {
      /// The time of the deletion, which identifies it; `nil` for several.
      let deletion: String?
      let title: String
      /// The label of the button that restores the whole deletion.
      let restore: String
      var rows: [QuakeList.ViewState.Row]
    }
  }

  /// Renders the page.
  struct Presenter: FragmentPresenter {
    static let id = "deleted"
    let state: ViewState

    var body: some HTML {
      Part(Self.id) {
        PageHead(DeletedQuakes.title, count: "Kept for 30 days") {
          a { "Back to the list" }.class("button").href(state.back)
          if state.count > 1 {
            RestoreButton(
              action: state.restore, name: "deletion", value: "all",
              label: "Restore all \(grouped(state.count))")
          }
        }
        if state.groups.isEmpty {
          Panel(name: .label(DeletedQuakes.title)) {
            EmptyState(
              "No deleted events", message: "Events that you delete appear here.", icon: .pulse)
          }
        }
        ForEach(state.groups) { Group(state: $0, action: state.restore) }
        if let pager = state.pager { pager }
      }
    }
  }

  private struct Group: Component {
    let state: ViewState.Group
    let action: Href

    var body: some HTML {
      Panel {
        div {
          h2 { state.title }
          if let deletion = state.deletion {
            RestoreButton(
              action: action, name: "deletion", value: deletion, label: state.restore)
          }
        }
        .class("bar")
        ol {
          ForEach(state.rows) { row in
            li {
              div {
                QuakeList.Presenter.content(row)
                RestoreButton(
                  action: action, name: "quakeId", value: row.quakeId, label: "Restore",
                  subject: row.name)
              }
              .class("row")
            }
          }
        }
        .class("rows")
      }
    }
  }

  private struct RestoreButton: Component {
    let action: Href
    let name: String
    let value: String
    let label: String
    /// The name of the event, for assistive technology.
    var subject: String?

    var body: some HTML {
      ForWriters {
        form {
          button {
            label
            if let subject { span { " \(subject)" }.class("vh") }
          }
          .class("button").name(name).value(value)
        }
        .post(to: action)
      }
    }
  }
}
