import BreedsData
import Foundation
public import ImmutableUI
import Markup

extension BreedsPage {
  /// Every state of the page, for people to look at and for tests to check.
  public static var previews: [Preview] { lists + breeds + names }

  /// The time of all previews.
  private static let now = Date(timeIntervalSince1970: 1_714_806_408)
  private static let error = "The server took too long."

  private static func filter(_ text: String) -> BreedsRoute.Location { .init(filterQuery: text) }

  private static func breed(_ breed: String, _ subBreed: String? = nil) -> BreedsRoute.Location {
    .init(breed: BreedKey(breed: breed, subBreed: subBreed))
  }

  private static var lists: [Preview] {
    [
      preview("loading", "The breeds are on their way", in: AppState(loading: .loading)),
      preview(
        "failed", "The breeds could not be loaded, and none are kept",
        in: AppState(loading: .failed(error))),
      preview("loaded", "All breeds"),
      preview("refreshing", "They are loaded again") { $0.loading = .loading },
      preview("refresh-failed", "The last good list stays") { $0.loading = .failed(error) },
      preview("filtered", "A part of a name", at: filter("hound")),
      preview("filtered-by-sub-breed", "A part of a sub-breed's name", at: filter("shep")),
      preview("nothing-found", "No such name", at: filter("cat")),
      preview(
        "hostile-filter", "Markup in the filter", at: filter(#"<b>"O'Reilly" & 日本 🐼</b>"#)),
    ]
  }

  private static var breeds: [Preview] {
    let picture = URL(string: "https://images.dog.ceo/breeds/hound-afghan/n02088094_1003.jpg")
    return [
      preview("breed", "A breed with sub-breeds", at: breed("hound"), picture: picture),
      preview("breed-alone", "A breed without sub-breeds", at: breed("akita"), picture: picture),
      preview("sub-breed", "A sub-breed", at: breed("hound", "afghan"), picture: picture),
      preview("picture-loading", "The first picture is on its way", at: breed("hound")) {
        $0.expect(.loading)
      },
      preview("picture-failed", "There is no picture", at: breed("hound")) {
        $0.expect(.failed(error))
      },
      preview(
        "another-picture-loading", "The next picture is on its way", at: breed("hound"),
        picture: picture
      ) { $0.expect(.loading) },
      preview(
        "another-picture-failed", "The picture before it stays", at: breed("hound"),
        picture: picture
      ) { $0.expect(.failed(error)) },
    ]
  }

  private static var names: [Preview] {
    [
      ("name-of-one-letter", "x"),
      ("name-of-sixty-four-letters", String(repeating: "abcdefgh", count: 8)),
    ].map { preview, name in
      Self.preview(preview, "Names that the network allows", at: breed(name)) {
        $0.dogs.append(Dog(breed: name, subBreeds: [name]))
      }
    }
  }
}

extension BreedsPage {
  private static func preview(
    _ name: String, _ note: String, at location: BreedsRoute.Location = .init(),
    in state: AppState = .samples, picture: URL? = nil,
    change: (inout AppState) -> Void = { _ in }
  ) -> Preview {
    var state = state
    if let key = location.breed, let breed = state.breed(key) {
      state.breeds[key] = BreedState(
        dog: breed.dog, subBreed: breed.subBreed, imageURL: picture, loading: .loaded)
    }
    change(&state)
    let viewState = Container(location: location, now: now).viewState(SelectBreeds(state: state))
    return Preview(name, note: note, title: viewState.title) { Presenter(state: viewState) }
  }
}

extension AppState {
  /// A few breeds, as after loading them.
  fileprivate static var samples: AppState {
    AppState(
      dogs: [
        Dog(breed: "affenpinscher", subBreeds: []),
        Dog(breed: "akita", subBreeds: []),
        Dog(breed: "australian", subBreeds: ["kelpie", "shepherd"]),
        Dog(breed: "bulldog", subBreeds: ["boston", "english", "french"]),
        Dog(breed: "cotondetulear", subBreeds: []),
        Dog(breed: "german", subBreeds: ["shepherd"]),
        Dog(breed: "greyhound", subBreeds: ["indian", "italian"]),
        Dog(
          breed: "hound",
          subBreeds: ["afghan", "basset", "blood", "english", "ibizan", "plott", "walker"]),
        Dog(breed: "stbernard", subBreeds: []),
        Dog(breed: "wolfhound", subBreeds: ["irish"]),
      ],
      loading: .loaded, loadedAt: Date(timeIntervalSince1970: 1_714_806_408 - 3 * 3_600))
  }

  /// The breed that is shown is loading a picture, or could not.
  fileprivate mutating func expect(_ loading: Loading) {
    for key in breeds.keys { breeds[key]?.loading = loading }
  }
}
