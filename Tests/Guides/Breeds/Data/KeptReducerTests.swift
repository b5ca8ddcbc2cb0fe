import Composable
import Foundation
import ImmutableData
import Testing

@testable import BreedsData

/// The state of a store whose list and pictures are kept in a log.
@Suite struct KeptReducerTests {
  private static let afghan = BreedKey(breed: "hound", subBreed: "afghan")
  private static let pug = BreedKey(breed: "pug")
  private static let hound = Dog(breed: "hound", subBreeds: ["afghan"])
  private static let list = StoredDogs(
    dogs: [hound, Dog(breed: "pug", subBreeds: [])], date: Date(timeIntervalSince1970: 7))

  private static func url(_ number: Int) -> URL {
    URL(filePath: "/\(number).jpg")
  }

  private static func picture(_ key: BreedKey, _ number: Int) -> BreedPicture {
    BreedPicture(key: key, url: url(number))
  }

  /// The state with a list and the picture of a sub-breed.
  private static let loaded = reduced(
    .loaded(list: list, pictures: [picture(afghan, 1)]), from: .initial)

  private static func following(
    _ changes: [BreedsChange], from state: AppState = .initial
  ) -> AppState {
    reduced(.log(changes), from: state)
  }

  private static func reduced(
    _ action: AppAction, from state: AppState,
    by reducer: ComposableReducer<AppState, AppAction, AppEnvironment> = AppState.keptReducer
  ) -> AppState {
    var state = state
    _ = reducer.reduce(&state, action, .failing)
    return state
  }

  /// One action of each case but the log.
  static let each: [AppAction] = [
    .breed(.getBreedImageURL), .breed(.breedImageURLReceived(url(2))),
    .breed(.breedImageFailed("No.")), .breedsDisappeared,
    .dogs(.breedWasSelected(name: "pug")), .dogs(.dogsLoaded([])),
    .dogs(.filterQueryChanged("h")), .dogs(.loadDogs),
    .dogs(.dogsLoadFailed("No.")), .breedAppeared(pug), .breedAppeared(afghan),
    .breeds(KeyedAction(key: afghan, action: .getBreedImageURL)),
    .breeds(KeyedAction(key: afghan, action: .breedImageURLReceived(url(2)))),
    .breeds(KeyedAction(key: afghan, action: .breedImageURLReceived(nil))),
    .breeds(KeyedAction(key: afghan, action: .breedImageFailed("No."))),
  ]

  @Test(arguments: each)
  func `Only the log changes the list and the pictures`(_ action: AppAction) {
    for before in [Self.loaded, .initial] {
      let after = Self.reduced(action, from: before)
      #expect(after.dogs == before.dogs)
      #expect(after.loadedAt == before.loadedAt)
      let (pictures, old) = (after.breeds, before.breeds)
      #expect(pictures.compactMapValues(\.imageURL) == old.compactMapValues(\.imageURL))
    }
  }

  @Test(arguments: each)
  func `Statuses change as without a log`(_ action: AppAction) {
    let following = Self.reduced(action, from: Self.loaded)
    let local = Self.reduced(action, from: Self.loaded, by: AppState.reducer)
    #expect(following.status == local.status)
    #expect(following.breeds.mapValues(\.status) == local.breeds.mapValues(\.status))
    #expect(following.dogsInternal == local.dogsInternal)
  }

  @Test func `Everything is replaced`() {
    #expect(
      Self.loaded
        == AppState(
          dogs: Self.list.dogs, status: .success, loadedAt: Self.list.date,
          breeds: [
            Self.afghan: BreedState(
              dog: Self.hound, subBreed: "afghan", imageURL: Self.url(1), status: .success)
          ]))
    let other = Self.reduced(
      .loaded(list: Self.list, pictures: [Self.picture(Self.pug, 2)]), from: Self.loaded)
    #expect(other.breeds.mapValues(\.imageURL) == [Self.pug: Self.url(2)])
    #expect(Self.reduced(.loaded(list: nil, pictures: []), from: Self.loaded) == AppState())
  }

  @Test func `A list replaces the list and removes pictures of other breeds`() {
    let pugs = StoredDogs(dogs: [Dog(breed: "pug", subBreeds: [])], date: .distantFuture)
    let before = Self.following([.picture(Self.picture(Self.pug, 2))], from: Self.loaded)
    let after = Self.following([.list(pugs)], from: before)
    #expect(after.dogs == pugs.dogs)
    #expect(after.loadedAt == .distantFuture)
    #expect(after.breeds.mapValues(\.imageURL) == [Self.pug: Self.url(2)])
  }

  /// An instance that starts later reads the tables, and has the same state.
  @Test func `A remaining breed has the sub-breeds of the new list`() {
    let hound = Dog(breed: "hound", subBreeds: ["afghan", "basset"])
    let list = StoredDogs(dogs: [hound], date: Self.list.date)
    let after = Self.following([.list(list)], from: Self.loaded)
    #expect(after.breeds[Self.afghan]?.dog == hound)
    let later = Self.reduced(
      .loaded(list: list, pictures: [Self.picture(Self.afghan, 1)]), from: .initial)
    #expect(after == later)
  }

  @Test func `A picture replaces the last one`() {
    let state = Self.following([.picture(Self.picture(Self.afghan, 2))], from: Self.loaded)
    #expect(state.breeds[Self.afghan]?.imageURL == Self.url(2))
    #expect(state.breeds[Self.afghan]?.status == .success)
  }

  @Test(arguments: [
    BreedKey(breed: "cat"), BreedKey(breed: "hound", subBreed: "cat"), BreedKey(breed: ""),
  ])
  func `A picture of a breed that is not in the list is ignored`(_ key: BreedKey) {
    #expect(
      Self.following([.picture(Self.picture(key, 2))], from: Self.loaded) == Self.loaded)
  }

  @Test func `A change clears an earlier failure of the same thing`() {
    let failures: [AppAction] = [
      .dogs(.dogsLoadFailed("No.")),
      .breeds(KeyedAction(key: Self.afghan, action: .breedImageFailed("No."))),
    ]
    let failed = failures.reduce(Self.loaded) { Self.reduced($1, from: $0) }
    let withList = Self.following([.list(Self.list)], from: failed)
    #expect(withList.status == .success)
    #expect(withList.breeds[Self.afghan]?.status == .failure(error: "No."))
    let withPicture = Self.following([.picture(Self.picture(Self.afghan, 2))], from: failed)
    #expect(withPicture.status == .failure(error: "No."))
    #expect(withPicture.breeds[Self.afghan]?.status == .success)
  }

  @Test func `What is waited for has come, whoever loaded it`() {
    let starts: [AppAction] = [
      .dogs(.loadDogs), .breeds(KeyedAction(key: Self.afghan, action: .getBreedImageURL)),
      .breedAppeared(Self.pug),
      .breeds(KeyedAction(key: Self.pug, action: .getBreedImageURL)),
    ]
    let loading = starts.reduce(Self.loaded) { Self.reduced($1, from: $0) }
    let pictures = [Self.picture(Self.afghan, 2), Self.picture(Self.pug, 3)]
    for action in [
      AppAction.log([.list(Self.list)] + pictures.map { .picture($0) }),
      .loaded(list: Self.list, pictures: pictures),
    ] {
      let after = Self.reduced(action, from: loading)
      #expect(after.status == .success)
      #expect(after.breeds.values.map(\.status) == [.success, .success])
      #expect(
        after.breeds.mapValues(\.imageURL) == [Self.afghan: Self.url(2), Self.pug: Self.url(3)])
    }
  }

  @Test func `A known picture is not loaded at the first visit`() {
    var state = Self.loaded
    let effect = AppState.keptReducer.reduce(&state, .breedAppeared(Self.afghan), .failing)
    #expect(effect.isNone)
    #expect(state == Self.loaded)
  }

  @Test func `Pictures are not evicted`() {
    let dogs = (0...AppState.maxBreedCount).map { Dog(breed: "b\($0)", subBreeds: []) }
    let pictures = dogs.dropLast().map { Self.picture(BreedKey(breed: $0.breed), 1) }
    let before = Self.reduced(
      .loaded(list: StoredDogs(dogs: dogs, date: .now), pictures: pictures), from: .initial)
    let last = BreedKey(breed: "b\(AppState.maxBreedCount)")
    let after = Self.reduced(.breedAppeared(last), from: before)
    #expect(after.breeds.count == dogs.count)
    #expect(after.breeds[last]?.imageURL == nil)
  }

  /// The format of the log, which other versions of the program read.
  @Test(
    arguments: [
      (
        .list(StoredDogs(dogs: [hound], date: Date(timeIntervalSinceReferenceDate: 1.5))),
        #"{"list":{"_0":{"date":1.5,"dogs":[{"breed":"hound","subBreeds":["afghan"]}]}}}"#
      ),
      (
        .picture(picture(afghan, 1)),
        #"{"picture":{"_0":{"key":{"breed":"hound","subBreed":"afghan"},"url":"file:///1.jpg"}}}"#
      ),
    ] as [(BreedsChange, String)])
  func `The format of a change is fixed`(_ change: BreedsChange, _ json: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(String(decoding: try encoder.encode(change), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(BreedsChange.self, from: Data(json.utf8)) == change)
  }
}
