import BreedsData
import Foundation
import ImmutableData
import ImmutableUI
import Look
import Markup

/// The panel of the front page about breeds, which features a different breed
/// each day.
enum BreedsExcerpt {}

extension BreedsExcerpt {
  /// Reads the breed of the day.
  struct Container: ImmutableUI.Container {
    let now: Date

    func viewState(_ select: SelectBreeds) -> ViewState {
      let state = select(.window(at: BreedsLocation()))
      let dogs = state.dogs
      guard !dogs.isEmpty else {
        return ViewState(note: state.status == .waiting ? "Loading" : "None yet", breed: nil)
      }
      let day = Int((now.timeIntervalSince1970 / 86_400).rounded(.down))
      // Some days lie before 1970.
      let dog = dogs[(day % dogs.count + dogs.count) % dogs.count]
      // A breed with sub-breeds is often only a group, so its first sub-breed
      // represents it.
      let key = BreedKey(breed: dog.breed, subBreed: dog.subBreeds.first)
      return ViewState(
        note: counted(dogs.count, "breed", "breeds"),
        breed: ExcerptText(
          BreedNames.full(key), href: BreedsLocation(breed: key).href, note: "Breed of the day"))
    }
  }
}

extension BreedsExcerpt {
  /// The state of the panel.
  struct ViewState: Hashable, Sendable {
    let note: String
    /// The breed of the day; `nil` if no breeds are loaded.
    let breed: ExcerptText?
  }
}

extension BreedsExcerpt {
  /// Renders the panel.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
      ExcerptPanel(
        "breeds", title: BreedsPage.name, href: BreedsLocation().href, note: state.note
      ) {
        if let breed = state.breed {
          ExcerptPicture { DogDrawing(label: nil) }
          breed
        } else {
          EmptyState(
            "No breeds yet", message: "Open Dogs to load them.", icon: .paw)
        }
      }
    }
  }
}

extension BreedsRoot {
  /// Returns the panel of the front page.
  func excerpt() -> Excerpt {
    let select = selectors.read()
    let minute = ClockMinute(now())
    return Excerpt(
      "breeds-excerpt",
      BreedsExcerpt.Presenter(
        state: BreedsExcerpt.Container(now: minute.start).viewState(select)),
      dependencies: select.dependencies, expires: minute.end)
  }
}
