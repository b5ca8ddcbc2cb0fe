import BreedsData
import Foundation
import ImmutableData
import ImmutableUI
import Look
import Markup

/// A breed or sub-breed, with a picture.
enum BreedDetail {}

extension BreedDetail {
  /// Reads one breed.
  struct Container: ImmutableUI.Container {
    let location: BreedsLocation

    func viewState(_ select: SelectBreeds) -> BreedDetail.ViewState? {
      let window = select(.window(at: location))
      guard let state = window.breedState else { return nil }
      let name = BreedNames.full(state.key)
      let look = DogDrawing.Look.ofBreeds[state.dog.breed]
      let group = window.group(of: state.key)
      let groupName = BreedNames.breed(state.dog.breed)
      return BreedDetail.ViewState(
        name: name,
        back: Link(
          label: group == nil ? BreedsPage.name : groupName,
          href: BreedsLocation(filterQuery: location.filterQuery, breed: group).href),
        picture: state.imageURL.flatMap { Href(external: $0.absoluteString) },
        credit: state.imageURL.map(credit),
        alternative: BreedNames.withArticle(name),
        drawing: look == nil
          ? "A drawing of a dog in place of a picture of the \(name)" : "A drawing of the \(name)",
        look: look ?? DogDrawing.Look(),
        progress: progress(state),
        another: BreedsRoute.post(.anotherPicture, from: location).href,
        varieties: group == nil && state.subBreed != nil ? [] : varieties(state, window),
        varietiesTitle: counted(state.dog.subBreeds.count, "variety", "varieties")
          + " of \(groupName)")
    }

    private func varieties(
      _ state: BreedState, _ window: AppState
    ) -> [BreedDetail.ViewState.Variety] {
      state.dog.keys.dropFirst().map { key in
        BreedDetail.ViewState.Variety(
          name: BreedNames.full(key),
          href: BreedsLocation(filterQuery: location.filterQuery, breed: key).href,
          isCurrent: key == state.key, thumbnail: window.thumbnail(of: key))
      }
    }

    /// Returns the source of a picture. Those of the Stanford Dogs Dataset are named by
    /// ImageNet, such as `n02088094_1003.jpg`; visitors of Dog CEO contributed the others.
    private func credit(_ picture: URL) -> String {
      guard picture.host() == "images.dog.ceo" else {
        return "Picture: \(picture.host() ?? "unknown source")"
      }
      let isOfDataset = picture.lastPathComponent.wholeMatch(of: /n\d{8}_\d+\.\w+/) != nil
      return "Picture: Dog CEO, "
        + (isOfDataset ? "from the Stanford Dogs Dataset" : "contributed by its users")
    }

    private func progress(_ state: BreedState) -> ProgressState {
      switch state.status {
      case nil, .empty, .waiting: .waiting
      case .success: .settled
      case .failure(let error): .failed("The picture could not be loaded. \(error)")
      }
    }
  }
}

extension BreedDetail {
  /// The state of the page of a breed.
  struct ViewState: Hashable, Sendable {
    let name: String
    let back: Link
    let picture: Href?
    /// The source of the picture.
    let credit: String?
    /// The alternative text of the picture.
    let alternative: String
    /// The label of the drawing that replaces a missing picture.
    let drawing: String
    let look: DogDrawing.Look
    let progress: ProgressState
    let another: Href
    let varieties: [Variety]
    let varietiesTitle: String

    struct Variety: Hashable, Sendable {
      let name: String
      let href: Href
      let isCurrent: Bool
      let thumbnail: DogThumbnail
    }
  }
}

extension BreedDetail {
  /// Renders the page of a breed.
  struct Presenter: FragmentPresenter {
    static let id = "breed"
    let state: ViewState

    var body: some HTML {
      Part(Self.id) {
        PageHead(state.name) {
          a { state.back.label }.class("back").href(state.back.href)
          ForWriters {
            Menu("More", id: "more") {
              form { button { "Another picture" } }.post(to: state.another)
            }
          }
        }
        ProgressNotice(state.progress, waiting: "Loading a picture", retry: state.another)
        div {
          Picture(state: state)
          if !state.varieties.isEmpty { Varieties(state: state) }
        }
        .class("two")
      }
    }
  }

  /// The picture, as a whole over a blurred copy that fills the frame. Behind both is the
  /// drawing, which stays visible until they are loaded, and if they cannot be loaded: an
  /// image without alternative text has no sign of its own.
  private struct Picture: Component {
    let state: ViewState

    var body: some HTML {
      figure {
        div {
          DogDrawing(label: nil, look: state.look)
          if let picture = state.picture {
            img().class("ground").src(picture).alt("")
            img().src(picture).alt("")
          }
        }
        .class("picture").role("img")
        .aria(.label, state.picture == nil ? state.drawing : state.alternative)
        if let picture = state.picture, let credit = state.credit {
          figcaption {
            span { credit }
            a { "Original" }.href(picture)
          }
          .class("said")
        }
      }
      .id("breed-image")
    }
  }

  private struct Varieties: Component {
    let state: ViewState

    var body: some HTML {
      Panel(name: .heading("varieties-title")) {
        div { h2 { state.varietiesTitle }.id("varieties-title") }.class("bar")
        DogShapes(of: state.varieties.map(\.thumbnail.look))
        RowList {
          ForEach(state.varieties) { variety in
            Row(href: variety.href, title: variety.name, isCurrent: variety.isCurrent) {
              variety.thumbnail
              RowText(variety.name)
            }
          }
        }
      }
    }
  }
}
