import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// The menu of the head: exports, the comparison, and what changes the data.
enum QuakeMenus {
  /// The `id` of the button of the menu.
  static let moreId = "menu-more"

  /// Collects the links.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let now: Date

    func viewState(_ select: SelectQuakes) -> ViewState {
      let total = select(.quakesCount)
      return ViewState(
        exports: total == 0
          ? []
          : QuakesRoute.Export.allCases.map {
            .init(format: $0, href: QuakesRoute.export($0, location).href)
          },
        comparison: total == 0 || location.compared != nil
          ? nil
          : location.shifted(now: now).earlier.map { earlier in
            location.with { $0.compared = earlier.filter }.href
          },
        refresh: QuakesRoute.post(.refresh, from: location).href,
        deletedEvents: location.deletedEvents.href,
        delete: total == 0
          ? nil
          : Link(
            label: "Delete all \(grouped(total))…",
            href: location.with { $0.dialog = .deleteAll }.href))
    }
  }

  /// The content of the menu.
  struct ViewState: Hashable, Sendable {
    /// The exports of the list; empty if nothing is stored.
    let exports: [Export]
    /// The filter beside that of the time before; `nil` without a start.
    let comparison: Href?
    let refresh: Href
    let deletedEvents: Href
    /// The page with the confirmation before all quakes are deleted; `nil` if there are none.
    let delete: Link?

    struct Export: Hashable, Sendable {
      let format: QuakesRoute.Export
      let href: Href
    }
  }

  /// Renders the menu, unless it has no entry.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
      if state.exports.isEmpty {
        ForWriters { MoreMenu(state: state) }
      } else {
        MoreMenu(state: state)
      }
    }
  }

  private struct MoreMenu: Component {
    let state: ViewState

    var body: some HTML {
      Menu("More", id: moreId) {
        if !state.exports.isEmpty {
          div {
            strong { "Download" }
            ForEach(state.exports) { export in
              a { export.format.label }
                // The script of the page plays the events of this export.
                .data("export", export.format == .geojson ? "geojson" : nil)
                .href(export.href)
            }
          }
          .role("group").aria(.label, "Download")
        }
        if let comparison = state.comparison {
          a { "Compare with the time before" }.href(comparison)
        }
        ForWriters {
          form {
            strong { "Refresh" }.id("refresh")
            ForEach(QuakesFeed.Range.allCases) { range in
              button { range.label }.name("range").value(range.rawValue)
            }
          }
          .post(to: state.refresh).aria(.labelledby, "refresh")
          a { "Deleted events" }.href(state.deletedEvents)
          if let delete = state.delete { a { delete.label }.class("danger").href(delete.href) }
        }
      }
    }
  }
}
