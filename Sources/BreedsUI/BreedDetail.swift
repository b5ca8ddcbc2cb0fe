import BreedsData
import Foundation
import ImmutableUI
import Look
import Markup

/// One breed or sub-breed, with a picture.
enum BreedDetail {}

extension BreedDetail {
  /// Reads one breed.
  struct Container: ImmutableUI.Container {
    let location: BreedsRoute.Location

    func viewState(_ select: SelectBreeds) -> BreedDetail.ViewState? {
      guard let state = select(.window(at: location)).breedState else { return nil }
      let name = BreedNames.full(state.key)
      let parent = BreedsRoute.Location(
        filterQuery: location.filterQuery,
        breed: state.subBreed == nil ? nil : BreedKey(breed: state.dog.breed))
      return BreedDetail.ViewState(
        name: name,
        back: BreedDetail.ViewState.Link(
          name: state.subBreed == nil ? BreedsPage.name : BreedNames.breed(state.dog.breed),
          href: parent.href, isCurrent: false),
        picture: state.imageURL.flatMap { Href(external: $0.absoluteString) },
        alternative: "Some \(name)",
        drawing: "A drawing of a dog, in the place of a picture of the \(name)",
        progress: progress(state),
        another: BreedsRoute.post(.anotherPicture, from: location).href,
        subBreeds: state.dog.subBreeds.map { subBreed in
          BreedDetail.ViewState.Link(
            name: BreedNames.full(BreedKey(breed: state.dog.breed, subBreed: subBreed)),
            href: BreedsRoute.Location(
              filterQuery: location.filterQuery,
              breed: BreedKey(breed: state.dog.breed, subBreed: subBreed)
            ).href,
            isCurrent: subBreed == state.subBreed)
        })
    }

    private func progress(_ state: BreedState) -> ProgressState {
      switch state.loading {
      case .idle, .loading: .waiting
      case .loaded where state.imageURL == nil: .failed("There is no picture of this breed.")
      case .loaded: .settled
      case .failed(let error): .failed("A picture could not be loaded. \(error)")
      }
    }
  }
}

extension BreedDetail {
  /// What the page of a breed shows.
  struct ViewState: Hashable, Sendable {
    let name: String
    let back: Link
    let picture: Href?
    /// What the picture shows, in words.
    let alternative: String
    /// What the drawing in its place shows.
    let drawing: String
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
  /// How the page of a breed looks.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
      Part("breed") {
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
            // Where the picture does not come, the drawing is seen behind it.
            DogDrawing(label: state.picture == nil ? state.drawing : nil)
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
      section {
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
      .class("panel").aria(.labelledby, "sub-title")
    }
  }
}
