public import ImmutableUI
import Look
public import Markup

extension PhotosPage {
  /// The state of the page, and the targets of its controls.
  public struct Screen: Hashable, Sendable {
    let state: ViewState
    let controls: Controls

    init(
      _ store: some ViewStore<PhotosPage.ViewState, PhotosPage.Action>, at location: PhotosLocation
    ) {
      state = store.viewState
      controls = Controls(store, at: location)
    }
  }

  /// Renders the page.
  public struct Presenter: ImmutableUI.Presenter {
    public let state: Screen

    public init(state: Screen) {
      self.state = state
    }

    public var body: some HTML {
      if state.state.showUpdateView {
        div { Fragment(Overview(state: state)) }.class("behind").inert()
        Fragment(BannerDialog.Presenter(state: state.controls.banner))
      } else {
        Fragment(Overview(state: state))
      }
    }
  }

  /// Everything except the dialog.
  struct Overview: FragmentPresenter {
    static let id = "photos"
    let state: Screen

    var body: some HTML {
      let controls = state.controls
      let state = state.state
      Part(Self.id) {
        ForEach(state.messages) { Message(state: $0, controls: controls) }
        if case .photo(let photo) = state.status {
          PhotoView(state: photo, href: controls.photo, list: controls.list(photo.page))
        } else {
          Head(state: state, controls: controls)
          BannerRow(
            title: state.banner.title,
            isInProgress: state.banner.isInProgress && !state.showUpdateView,
            error: state.showUpdateView ? nil : state.banner.error, update: controls.dialog)
          Photos(state: state.status, controls: controls)
        }
      }
    }
  }

  private struct Head: Component {
    let state: ViewState
    let controls: Controls

    var body: some HTML {
      let name = PhotosLocation.searchItem.name
      PageHead(state.navigationTitle, count: state.count) {
        SearchField(
          "Search photos", action: controls.allPhotos, id: name, name: name,
          value: state.searchText, problem: state.searchProblem)
        ForWriters {
          Menu("More", id: "more") {
            form { button { "Refresh" } }.post(to: controls.refresh)
            a { state.banner.title.isEmpty ? "Write a banner" : "Update the banner" }
              .href(controls.dialog)
            if let updated = state.updated {
              p {
                "Updated "
                time { updated.minute }.datetime(updated.iso8601)
                state.skipped
              }
              .class("row-note")
            }
          }
        }
      }
    }
  }

  private struct Message: Component {
    let state: ViewState.Message
    let controls: Controls

    var body: some HTML {
      switch state {
      case .waiting(let message): WaitingNotice(message)
      case .notice(let message): Notice(Phrase(message))
      case .failure(let message, let canTryAgain):
        FailedNotice(message, retry: canTryAgain ? controls.tryAgain : nil)
      }
    }
  }
}

extension PhotosPage {
  /// The photos, or an empty state in their place.
  struct Photos: Component {
    let state: ViewState.Status
    let controls: Controls

    var body: some HTML {
      switch state {
      case .loading:
        EmptyState(
          "Loading photos", message: "They appear here when they arrive.", icon: .picture)
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
        EmptyList(state: emptiness, controls: controls)
      case .photo: Empty()
      case .content(let tiles, let pages):
        PhotoGrid(tiles: tiles, href: controls.photo)
        if let pages {
          Pager(range: pages.range, previous: controls.previous, next: controls.next)
        }
      }
    }
  }

  private struct EmptyList: Component {
    let state: ViewState.Emptiness
    let controls: Controls

    var body: some HTML {
      switch state {
      case .noPhotos:
        EmptyState(
          "No photos yet", message: "They appear here when the service has some.", icon: .picture
        ) {
          ForWriters {
            form { button { "Refresh" }.class("button primary") }.post(to: controls.refresh)
          }
        }
      case .noMatch(let text):
        EmptyState(
          "No photos found", message: Phrase("No title contains “", name: text, "”."),
          icon: .picture
        ) {
          a { "Show all" }.class("button primary").href(controls.allPhotos)
        }
      case .noSuchPage:
        EmptyState(
          "This page does not exist", message: "The list has fewer pages.", icon: .picture
        ) {
          a { "First page" }.class("button primary").href(controls.firstPage)
        }
      }
    }
  }
}
