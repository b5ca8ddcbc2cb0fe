#if DEBUG
import Foundation
import ImmutableData
import ImmutableUI
import Markup

@testable import BreedsData
@testable import BreedsUI

extension BreedsPage {
  /// Every state of the page and of its parts, for the gallery and the tests.
  static var previews: [Preview] {
    Preview.all(of: Presenter.self, in: lists + breeds + names, title: { $0.title })
      + Preview.excerpts(of: BreedsExcerpt.Presenter.self) { text, isEmpty in
        BreedsExcerpt.preview(text, isEmpty: isEmpty)
      }
  }

  /// The fixed time of all previews.
  private static let now = Date(timeIntervalSince1970: 1_714_806_408)
  private static let error = "The server took too long."

  private static func filter(_ text: String) -> BreedsLocation { .init(filterQuery: text) }

  private static var lists: [PreviewScene<ViewState>] {
    [
      list("loading", "The first load is in progress") { state, _ in
        state = AppState(status: .waiting)
      },
      list("failed", "The first load failed") { state, text in
        state = AppState(status: .failure(error: text(error)))
      },
      list("loaded", "All breeds"),
      list("refreshing", "The list is being refreshed") { state, _ in state.status = .waiting },
      list("refresh-failed", "A refresh failed; the last list stays") { state, text in
        state.status = .failure(error: text(error))
      },
      list("filtered", "Found by a part of a name", at: { _ in filter("hound") }),
      list(
        "filtered-by-sub-breed", "Found by a part of the name of a variety",
        at: { _ in filter("shep") }),
      list("nothing-found", "No breed matches the filter", at: { text in filter(text("cat")) }),
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
      breed("drawing", "A breed without a picture, but with a drawing of its own", "akita"),
      breed("picture-loading", "The first picture is loading", "hound") { state, _ in
        state.setStatus(.waiting)
      },
      breed("picture-failed", "The first picture failed to load", "hound") { state, text in
        state.setStatus(.failure(error: text(error)))
      },
      breed(
        "another-picture-loading", "Another picture is loading", "hound", picture: picture
      ) { state, _ in state.setStatus(.waiting) },
      breed(
        "another-picture-failed", "Another picture failed to load; the previous one stays", "hound",
        picture: picture
      ) { state, text in state.setStatus(.failure(error: text(error))) },
    ]
  }

  private static var names: [PreviewScene<ViewState>] {
    [
      ("name-of-one-letter", "x"),
      ("name-of-sixty-four-letters", String(repeating: "abcdefgh", count: 8)),
    ].map { scene, name in
      PreviewScene(scene, note: "Unusual names", parts: [.detail]) { text in
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
    at location: @escaping @Sendable (PreviewText) -> BreedsLocation = { _ in .init() }
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
          dog: breed.dog, subBreed: breed.subBreed, imageURL: picture, status: .success)
      }
      change(&state, text)
      return viewState(state, at: .init(breed: key))
    }
  }

  private static func viewState(_ state: AppState, at location: BreedsLocation) -> ViewState {
    Container(location: location, now: now).viewState(SelectBreeds(state: state))
  }
}

extension AppState {
  /// A state with a few loaded breeds.
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
      status: .success, loadedAt: Date(timeIntervalSince1970: 1_714_806_408 - 3 * 3_600))
  }

  /// Sets the status of loading pictures for all breeds.
  fileprivate mutating func setStatus(_ status: Status?) {
    for key in breeds.keys { breeds[key]?.status = status }
  }
}

extension BreedsExcerpt {
  /// The state of the panel in previews of the front page.
  ///
  /// - Parameter isEmpty: true for a state without breeds.
  static func preview(_ text: PreviewText, isEmpty: Bool) -> ViewState {
    Container(now: Date(timeIntervalSince1970: 1_714_806_408))
      .viewState(SelectBreeds(state: isEmpty ? AppState() : .samples(text)))
  }
}
#endif
