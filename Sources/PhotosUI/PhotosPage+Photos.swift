import ImmutableUI
import Look
import Markup

extension PhotosPage {
  /// The photos, or what stands in their place.
  struct Photos: Component {
    let state: ViewState.Status
    let controls: Controls

    var body: some HTML {
      switch state {
      case .loading:
        EmptyState("Loading photos", icon: .picture)
      case .error(let error):
        div {
          EmptyState("The photos could not be loaded", message: error, icon: .picture) {
            ForWriters {
              form { button { "Try again" }.class("button primary") }.post(to: controls.tryAgain)
            }
          }
        }
        .role("alert")
      case .empty(let emptiness):
        Nothing(state: emptiness, controls: controls)
      case .content(let swatches, let pages):
        PhotoGrid(swatches: swatches)
        if let pages {
          Pager(range: pages.range, previous: controls.previous, next: controls.next)
        }
      }
    }
  }

  private struct Nothing: Component {
    let state: ViewState.Emptiness
    let controls: Controls

    var body: some HTML {
      switch state {
      case .noPhotos:
        EmptyState("There are no photos", message: "The service has none.", icon: .picture)
      case .noMatch(let text):
        div {
          Icon(.picture)
          h2 { "No photos found" }
          p { Phrase("No title holds “", name: text, "”.") }
          a { "Show all" }.class("button").href(controls.everything)
        }
        .class("empty")
      case .noSuchPage:
        EmptyState("The list is not that long", icon: .picture) {
          a { "First page" }.class("button primary").href(controls.firstPage)
        }
      }
    }
  }
}
