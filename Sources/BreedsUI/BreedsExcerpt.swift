import BreedsData
import Foundation
package import ImmutableUI
package import Markup

/// What the front page shows of the breeds: another one each day.
package enum BreedsExcerpt {}

extension BreedsExcerpt {
  /// Reads the breed of a day.
  struct Container: ImmutableUI.Container {
    let now: Date

    func viewState(_ select: SelectBreeds) -> ViewState {
      let state = select(.window(at: BreedsRoute.Location()))
      let dogs = state.dogs
      guard !dogs.isEmpty else {
        return ViewState(note: state.loading == .loading ? "Loading" : "None yet", breed: nil)
      }
      let day = Int((now.timeIntervalSince1970 / 86_400).rounded(.down))
      // Some days lie before 1970.
      let dog = dogs[(day % dogs.count + dogs.count) % dogs.count]
      let subBreeds = dogs.reduce(0) { $0 + $1.subBreeds.count }
      return ViewState(
        note: "\(counted(dogs.count, "breed", "breeds")), "
          + counted(subBreeds, "sub-breed", "sub-breeds"),
        breed: ViewState.Breed(
          name: BreedNames.breed(dog.breed),
          href: BreedsRoute.Location(breed: BreedKey(breed: dog.breed)).href,
          subBreeds: dog.subBreeds.map { subBreed in
            let key = BreedKey(breed: dog.breed, subBreed: subBreed)
            return ViewState.SubBreed(
              name: BreedNames.full(key), href: BreedsRoute.Location(breed: key).href)
          }))
    }
  }
}

extension BreedsExcerpt {
  /// What the panel shows.
  package struct ViewState: Hashable, Sendable {
    let note: String
    /// `nil` where there are none.
    let breed: Breed?

    struct Breed: Hashable, Sendable {
      let name: String
      let href: Href
      let subBreeds: [SubBreed]
    }

    struct SubBreed: Hashable, Sendable {
      let name: String
      let href: Href
    }
  }
}

extension BreedsExcerpt {
  /// How the panel looks.
  package struct Presenter: ImmutableUI.Presenter {
    package let state: ViewState

    package init(state: ViewState) {
      self.state = state
    }

    package var body: some HTML {
      ExcerptPanel(
        "breeds", title: "Breeds", icon: .paw, href: BreedsRoute.Location().href, note: state.note
      ) {
        if let breed = state.breed {
          div {
            DogDrawing(label: nil)
            div {
              h3 { "Breed of the day" }
              p { a { breed.name }.href(breed.href) }.class("name")
              if !breed.subBreeds.isEmpty {
                p {
                  ForEach(breed.subBreeds) { subBreed in
                    a { subBreed.name }.class("tag").href(subBreed.href)
                  }
                }
                .class("said")
              }
            }
          }
          .class("of-the-day")
        } else {
          EmptyState("No breeds yet", message: "They come from the Dog CEO API.", icon: .paw)
        }
      }
    }
  }
}

extension BreedsRoot {
  /// What the front page shows of the breeds.
  package func excerpt() -> Excerpt<BreedsExcerpt.ViewState> {
    let select = selectors.read()
    let minute = ClockMinute(now())
    return Excerpt(
      state: BreedsExcerpt.Container(now: minute.start).viewState(select), basis: select.basis,
      expires: minute.end)
  }
}
