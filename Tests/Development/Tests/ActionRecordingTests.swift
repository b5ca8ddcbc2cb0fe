import AnimalsData
import BreedsData
import Composable
import Foundation
import ImmutableData
import PhotosData
import QuakesData
import Records
import Testing

@testable import DevelopmentTools

/// Recordings of logs, and their replays.
@Suite struct ActionRecordingTests {
  private func log<State: Sendable, Action: Codable & Sendable>(
    of actions: [Action], from initialState: State, capacity: Int = 200,
    reducer: @escaping Reducer<State, Action>
  ) throws -> (recording: Data, state: State) {
    let log = StoreLog<State, Action>(name: "test", capacity: capacity)
    let store = Store(initialState: initialState, observer: log.observe, reducer: reducer)
    for action in actions { try store.dispatch(action: action) }
    return (try log.recording(), store.snapshot.state)
  }

  private static let animals: [AnimalsAction] = [
    .ui(.categoryList(.onAppear)),
    .data(.log([.everything(categories: AnimalsData.Category.samples, animals: Animal.samples)])),
    .ui(.animalList(.onAppear)),
    .data(.persistentSession(.didFetchAnimals(result: .success(animals: Animal.samples)))),
    .ui(.animalDetail(.onTapDeleteSelectedAnimalButton(animalId: "Dog"))),
    .data(
      .log([
        .edited(
          RecordsOperation(
            id: "Dog", edits: [RecordEdit(id: "Dog", old: .dog, new: nil)],
            by: ChangeOrigin(date: .distantPast)), firstNumber: 7)
      ])),
  ]

  @Test func `Actions of the animals are recorded and replayed`() throws {
    let (recording, state) = try log(
      of: Self.animals, from: AnimalsState(), reducer: AnimalsReducer.reduce(state:action:))
    let read = try ActionRecording<AnimalsAction>(jsonLines: recording)
    #expect(read.actions == Self.animals)
    let replayed = try read.replay(
      from: AnimalsState(), reducer: AnimalsReducer.reduce(state:action:))
    #expect(replayed == state)
  }

  @Test func `Actions of the quakes are recorded and replayed`() throws {
    let quake = Quake(
      quakeId: "a", magnitude: 5.25, time: Date(timeIntervalSince1970: 1_714_806_408.125),
      updated: Date(timeIntervalSince1970: 1_714_806_500), name: "Tonga", longitude: -173.5,
      latitude: -20.1, depth: 10, magnitudeType: "mb", status: .reviewed, alert: .green, felt: 3,
      reportedIntensity: 4.3, significance: 300, network: "us", ids: ["a", "b"])
    let sparse = Quake(
      quakeId: "c", magnitude: 0, time: .distantPast, updated: .distantPast, name: "",
      longitude: 0, latitude: 0, isMagnitudeKnown: false)
    var stored = QuakesState()
    stored.quakes.insert([sparse])
    let actions: [QuakesAction] = [
      .ui(.quakeList(.onAppear)),
      .data(.loaded(stored)),
      .ui(.quakeList(.onTapRefreshQuakesButton(range: .allWeek))),
      .data(
        .persistentSession(
          .remoteStore(
            .didFetchFeed(
              feed: QuakesFeed(
                range: .allWeek, generated: Date(timeIntervalSince1970: 1_714_806_600),
                quakes: [quake]))))),
      .ui(.quakeList(.onTapDeleteSelectedQuakeButton(quakeId: "c", date: .distantPast))),
    ]
    let (recording, state) = try log(
      of: actions, from: QuakesState(), reducer: QuakesReducer.reduce(state:action:))
    let read = try ActionRecording<QuakesAction>(jsonLines: recording)
    #expect(read.actions == actions)
    let replayed = try read.replay(
      from: QuakesState(), reducer: QuakesReducer.reduce(state:action:))
    #expect(replayed == state)
  }

  @Test func `Actions of the breeds are recorded and replayed`() throws {
    let key = BreedKey(breed: "hound", subBreed: "afghan")
    let actions: [AppAction] = [
      .dogs(.loadDogs), .dogs(.dogsLoaded([Dog(breed: "hound", subBreeds: ["afghan"])])),
      .breedAppeared(key),
      .breeds(KeyedAction(key: key, action: .breedImageFailed("The server took too long."))),
    ]
    let reducer: Reducer<AppState, AppAction> = { state, action in
      var next = state
      _ = AppState.reducer.reduce(&next, action, .nowhere)
      return next
    }
    let (recording, state) = try log(of: actions, from: .initial, reducer: reducer)
    let read = try ActionRecording<AppAction>(jsonLines: recording)
    #expect(read.actions == actions)
    let replayed = try read.replay(from: .initial, reducer: reducer)
    #expect(replayed == state)
  }

  @Test func `Actions of the photos are recorded and replayed`() throws {
    let now = Date(timeIntervalSince1970: 1_714_806_408)
    let actions: [PhotosAction] = [
      .ui(.photoList(.onAppear(now: now))),
      .data(.provider(.didFetchPhotos(result: .success(photos: .init(photos: [], fetched: now))))),
      .ui(.bannerUpdate(.onTapSubmitButton(banner: Banner(title: "Hello")))),
      .data(.bannerDataStore(.didUploadBanner(result: .failure(.failed("No."))))),
      .data(.bannerDataStore(.didUploadBanner(result: .success(Banner(title: "Hello"))))),
      .data(.loaded(photos: nil, banner: Banner(title: "Hello again"))),
    ]
    let (recording, state) = try log(
      of: actions, from: PhotosState(), reducer: PhotosReducer.reduce(state:action:))
    let read = try ActionRecording<PhotosAction>(jsonLines: recording)
    #expect(read.actions == actions)
    let replayed = try read.replay(
      from: PhotosState(), reducer: PhotosReducer.reduce(state:action:))
    #expect(replayed == state)
  }

  @Test func `A replay with a different result is detected`() throws {
    let (recording, _) = try log(
      of: Self.animals, from: AnimalsState(), reducer: AnimalsReducer.reduce(state:action:))
    let read = try ActionRecording<AnimalsAction>(jsonLines: recording)
    #expect(throws: ActionRecording<AnimalsAction>.Problem.differentResult) {
      try read.replay(from: AnimalsState()) { state, action in
        // A reducer that ignores deletions.
        if case .data(.log(let changes)) = action, case .edited? = changes.first { return state }
        return try AnimalsReducer.reduce(state: state, action: action)
      }
    }
  }

  @Test func `A log without its first actions cannot be replayed`() throws {
    let (recording, _) = try log(
      of: Self.animals, from: AnimalsState(), capacity: 2,
      reducer: AnimalsReducer.reduce(state:action:))
    let read = try ActionRecording<AnimalsAction>(jsonLines: recording)
    #expect(read.actions == Array(Self.animals.suffix(2)))
    #expect(throws: ActionRecording<AnimalsAction>.Problem.missingFirstActions(revision: 4)) {
      try read.replay(from: AnimalsState(), reducer: AnimalsReducer.reduce(state:action:))
    }
  }

  @Test func `An action with many elements is recorded without its content`() throws {
    let animals = (0...20_000).map {
      Animal(animalId: "\($0)", name: "Animal \($0)", diet: .omnivorous, categoryId: "Mammal")
    }
    let actions: [AnimalsAction] = [
      .ui(.animalList(.onAppear)),
      .data(.log([.everything(categories: [], animals: animals)])),
    ]
    let (recording, _) = try log(
      of: actions, from: AnimalsState(), reducer: AnimalsReducer.reduce(state:action:))
    let read = try ActionRecording<AnimalsAction>(jsonLines: recording)
    #expect(read.actions == [actions[0]])
    #expect(throws: ActionRecording<AnimalsAction>.Problem.omittedAction(revision: 2)) {
      try read.replay(from: AnimalsState(), reducer: AnimalsReducer.reduce(state:action:))
    }
  }
}

extension AppEnvironment {
  /// An environment whose effects all fail.
  fileprivate static let nowhere: AppEnvironment = {
    struct Unavailable: Error {}
    return AppEnvironment(
      dogs: DogsEnvironment(
        loadDogs: { throw Unavailable() }, now: { Date(timeIntervalSince1970: 0) }),
      breed: BreedEnvironment(loadDogImage: { _ in throw Unavailable() }))
  }()
}
