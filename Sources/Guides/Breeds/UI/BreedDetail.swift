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
      guard let state = select(.window(at: location)).breedState else { return nil }
      let name = BreedNames.full(state.key)
      let look = DogDrawing.Look.ofBreeds[state.dog.breed]
      let parent = BreedsLocation(
        filterQuery: location.filterQuery,
        breed: state.subBreed == nil ? nil : BreedKey(breed: state.dog.breed))
      return BreedDetail.ViewState(
        name: name,
        back: BreedDetail.ViewState.Link(
          name: state.subBreed == nil ? BreedsPage.name : BreedNames.breed(state.dog.breed),
          href: parent.href, isCurrent: false),
        picture: state.imageURL.flatMap { Href(external: $0.absoluteString) },
        alternative: BreedNames.withArticle(name),
        drawing: look == nil
          ? "A drawing of a dog in place of a picture of the \(name)" : "A drawing of the \(name)",
        look: look ?? DogDrawing.Look(),
        progress: progress(state),
        another: BreedsRoute.post(.anotherPicture, from: location).href,
        subBreeds: state.dog.subBreeds.map { subBreed in
          BreedDetail.ViewState.Link(
            name: BreedNames.full(BreedKey(breed: state.dog.breed, subBreed: subBreed)),
            href: BreedsLocation(
              filterQuery: location.filterQuery,
              breed: BreedKey(breed: state.dog.breed, subBreed: subBreed)
            ).href,
            isCurrent: subBreed == state.subBreed)
        })
    }

    private func progress(_ state: BreedState) -> ProgressState {
      switch state.status {
      case nil, .empty, .waiting: .waiting
      case .success where state.imageURL == nil && DogDrawing.Look.ofBreeds[state.dog.breed] == nil:
        .failed("No picture of this breed is available.")
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
    /// The alternative text of the picture.
    let alternative: String
    /// The label of the drawing that replaces a missing picture.
    let drawing: String
    let look: DogDrawing.Look
    let progress: ProgressState
    let another: Href
    let subBreeds: [Link]

    struct Link: Hashable, Sendable {
      let name: String
      let href: Href
      let isCurrent: Bool
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
        header {
          div {
            a { state.back.name }.class("back").href(state.back.href)
            h1 { state.name }
          }
          ForWriters {
            form { button { "Another picture" }.class("button") }
              .post(to: state.another).class("actions")
          }
        }
        .class("head")
        ProgressNotice(state.progress, waiting: "Loading a picture", retry: state.another)
        div {
          figure {
            // The drawing is visible behind the picture if the picture does not load.
            DogDrawing(label: state.picture == nil ? state.drawing : nil, look: state.look)
            if let picture = state.picture { img().src(picture).alt(state.alternative) }
          }
          .class("picture").id("breed-image")
          if !state.subBreeds.isEmpty { SubBreeds(state: state.subBreeds) }
        }
        .class("two")
      }
    }
  }

  private struct SubBreeds: Component {
    let state: [ViewState.Link]

    var body: some HTML {
      Panel(name: .heading("sub-title")) {
        div {
          h2 { "Sub-breeds" }.id("sub-title")
          span { String(state.count) }.class("row-end")
        }
        .class("bar")
        RowList {
          ForEach(state) { link in
            Row(href: link.href, isCurrent: link.isCurrent) { RowName(link.name) }
          }
        }
      }
    }
  }
}
