import BreedsData
import Foundation
public import ImmutableUI
import Markup

extension BreedsPage {
  /// Every state of the page and of its parts, for people to look at and for
  /// tests to check.
  public static var previews: [Preview] {
    Preview.all(of: Presenter.self, in: lists + breeds + names, title: { $0.title })
      + Preview.excerpts(of: BreedsExcerpt.Presenter.self) { text, isEmpty in
        BreedsExcerpt.preview(text, isEmpty: isEmpty)
      }
  }

  /// The time of all previews.
  private static let now = Date(timeIntervalSince1970: 1_714_806_408)
  private static let error = "The server took too long."

  private static func filter(_ text: String) -> BreedsRoute.Location { .init(filterQuery: text) }

  private static var lists: [PreviewScene<ViewState>] {
    [
      list("loading", "The breeds are on their way") { state, _ in
        state = AppState(loading: .loading)
      },
      list("failed", "The breeds could not be loaded, and none are kept") { state, text in
        state = AppState(loading: .failed(text(error)))
      },
      list("loaded", "All breeds"),
      list("refreshing", "They are loaded again") { state, _ in state.loading = .loading },
      list("refresh-failed", "The last good list stays") { state, text in
        state.loading = .failed(text(error))
      },
      list("filtered", "A part of a name", at: { _ in filter("hound") }),
      list("filtered-by-sub-breed", "A part of a sub-breed's name", at: { _ in filter("shep") }),
      list("nothing-found", "No such name", at: { text in filter(text("cat")) }),
      list(
        "hostile-filter", "Markup in the filter",
        at: { _ in filter(#"<b>"O'Reilly" & 日本 🐼</b>"#) }),
    ]
  }

  private static var breeds: [PreviewScene<ViewState>] {
    let picture = URL(string: "https://images.dog.ceo/breeds/hound-afghan/n02088094_1003.jpg")
    return [
      breed("breed", "A breed with sub-breeds", "hound", picture: picture),
      breed("breed-alone", "A breed without sub-breeds", "akita", picture: picture),
      breed("sub-breed", "A sub-breed", "hound", "afghan", picture: picture),
      breed("picture-loading", "The first picture is on its way", "hound") { state, _ in
        state.expect(.loading)
      },
      breed("picture-failed", "There is no picture", "hound") { state, text in
        state.expect(.failed(text(error)))
      },
      breed(
        "another-picture-loading", "The next picture is on its way", "hound", picture: picture
      ) { state, _ in state.expect(.loading) },
      breed(
        "another-picture-failed", "The picture before it stays", "hound", picture: picture
      ) { state, text in state.expect(.failed(text(error))) },
    ]
  }

  private static var names: [PreviewScene<ViewState>] {
    [
      ("name-of-one-letter", "x"),
      ("name-of-sixty-four-letters", String(repeating: "abcdefgh", count: 8)),
    ].map { scene, name in
      PreviewScene(scene, note: "Names that the network allows", parts: [.detail]) { text in
        var state = AppState.samples(text)
        state.dogs.append(Dog(breed: name, subBreeds: [name]))
        return viewState(state, at: .init(breed: BreedKey(breed: name)))
      }
    }
  }
}

extension PreviewPart<BreedsPage.ViewState> {
  fileprivate static let list = Self(BreedList.Presenter.self) { page in
    if case .list(let list) = page.content { list } else { nil }
  }
  fileprivate static let detail = Self(BreedDetail.Presenter.self) { page in
    if case .breed(let breed) = page.content { breed } else { nil }
  }
}

extension BreedsPage {
  private static func list(
    _ name: String, _ note: String,
    change: @escaping @Sendable (inout AppState, PreviewText) -> Void = { _, _ in },
    at location: @escaping @Sendable (PreviewText) -> BreedsRoute.Location = { _ in .init() }
  ) -> PreviewScene<ViewState> {
    PreviewScene(name, note: note, parts: [.list]) { text in
      var state = AppState.samples(text)
      change(&state, text)
      return viewState(state, at: location(text))
    }
  }

  private static func breed(
    _ name: String, _ note: String, _ breed: String, _ subBreed: String? = nil,
    picture: URL? = nil,
    change: @escaping @Sendable (inout AppState, PreviewText) -> Void = { _, _ in }
  ) -> PreviewScene<ViewState> {
    PreviewScene(name, note: note, parts: [.detail]) { text in
      var state = AppState.samples(text)
      let key = BreedKey(breed: text.word(breed), subBreed: subBreed.map(text.word))
      if let breed = state.breed(key) {
        state.breeds[key] = BreedState(
          dog: breed.dog, subBreed: breed.subBreed, imageURL: picture, loading: .loaded)
      }
      change(&state, text)
      return viewState(state, at: .init(breed: key))
    }
  }

  private static func viewState(_ state: AppState, at location: BreedsRoute.Location) -> ViewState {
    Container(location: location, now: now).viewState(SelectBreeds(state: state))
  }
}

extension AppState {
  /// A few breeds, as after loading them.
  fileprivate static func samples(_ text: PreviewText) -> AppState {
    let dogs = [
      ("affenpinscher", []),
      ("akita", []),
      ("australian", ["kelpie", "shepherd"]),
      ("bulldog", ["boston", "english", "french"]),
      ("cotondetulear", []),
      ("german", ["shepherd"]),
      ("greyhound", ["indian", "italian"]),
      ("hound", ["afghan", "basset", "blood", "english", "ibizan", "plott", "walker"]),
      ("stbernard", []),
      ("wolfhound", ["irish"]),
    ]
    return AppState(
      dogs: dogs.map { breed, subBreeds in
        Dog(breed: text.word(breed), subBreeds: subBreeds.map(text.word))
      },
      loading: .loaded, loadedAt: Date(timeIntervalSince1970: 1_714_806_408 - 3 * 3_600))
  }

  /// The breed that is shown is loading a picture, or could not.
  fileprivate mutating func expect(_ loading: Loading) {
    for key in breeds.keys { breeds[key]?.loading = loading }
  }
}

extension BreedsExcerpt {
  /// What previews of the front page show of the breeds.
  ///
  /// - Parameter isEmpty: whether none have come yet.
  static func preview(_ text: PreviewText, isEmpty: Bool) -> ViewState {
    Container(now: Date(timeIntervalSince1970: 1_714_806_408))
      .viewState(SelectBreeds(state: isEmpty ? AppState() : .samples(text)))
  }
}
