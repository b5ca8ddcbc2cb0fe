import BreedsData
import Composable
import ComposableTesting
import Foundation
import ImmutableData
import Testing

/// Navigation between the list and a breed, and the combined reducer.
@Suite struct AppReducerTests {
  private let dogs = [
    Dog(breed: "anotherdog0", subBreeds: []),
    Dog(breed: "hound", subBreeds: ["afghan", "basset"]),
    Dog(breed: "anotherdog1", subBreeds: []),
  ]

  private func store(
    _ state: AppState,
    reducer: ComposableReducer<AppState, AppAction, AppEnvironment> = AppState.reducer,
    environment: AppEnvironment = .failing
  ) -> TestStore<AppState, AppAction, AppEnvironment> {
    TestStore(initialState: state, reducer: reducer, environment: environment)
  }

  @Test(arguments: ["Hound", "hound", "HOUND"])
  func `A breed is selected by name and deselected`(name: String) {
    for reducer in [AppState.reducerCore, AppState.reducer] {
      let store = store(AppState(dogs: dogs), reducer: reducer)
      store.send(.dogs(.breedWasSelected(name: name))) {
        $0.breedState = BreedState(dog: self.dogs[1])
      }
      store.send(.breedsDisappeared) { $0.breedState = nil }
    }
  }

  @Test func `Going back keeps the filter and the list`() {
    let state = AppState(
      dogs: dogs, dogsInternal: DogsInternalState(filterQuery: "ho"),
      breedState: BreedState(dog: dogs[1]))
    let store = store(state)
    store.send(.breedsDisappeared) { $0.breedState = nil }
    #expect(store.state.dogs == dogs)
    #expect(store.state.dogsInternal.filterQuery == "ho")
  }

  @Test func `Selecting an unknown breed has no effect`() {
    let store = store(AppState(dogs: dogs))
    store.send(.dogs(.breedWasSelected(name: "cat")))
    #expect(store.state.breedState == nil)
  }

  @Test func `A picture reaches the selected breed`() async {
    let url = URL(string: "https://images.dog.ceo/breeds/hound/1.jpg")
    let store = store(
      AppState(dogs: dogs, breedState: BreedState(dog: dogs[1])),
      environment: .loading { _ in url })
    store.send(.breed(.getBreedImageURL)) { $0.breedState?.status = .waiting }
    await store.receive(.breed(.breedImageURLReceived(url))) {
      $0.breedState?.status = .success
      $0.breedState?.imageURL = url
    }
    await store.finish()
  }

  @Test func `A picture of a deselected breed is ignored`() async {
    let store = store(
      AppState(dogs: dogs, breedState: BreedState(dog: dogs[1])),
      environment: .loading { _ in
        try await Task.sleep(for: .seconds(600))
        return nil
      })
    store.send(.breed(.getBreedImageURL)) { $0.breedState?.status = .waiting }
    store.send(.breedsDisappeared) { $0.breedState = nil }
    await store.finish()
  }

  @Test func `A picture of one breed never reaches another`() async {
    let store = store(
      AppState(dogs: dogs, breedState: BreedState(dog: dogs[1])),
      environment: .loading { key in
        if key.breed == "hound" { try await Task.sleep(for: .seconds(600)) }
        return URL(string: "https://images.dog.ceo/\(key.breed).jpg")
      })
    store.send(.breed(.getBreedImageURL)) { $0.breedState?.status = .waiting }
    store.send(.dogs(.breedWasSelected(name: "anotherdog1"))) {
      $0.breedState = BreedState(dog: self.dogs[2])
    }
    let url = URL(string: "https://images.dog.ceo/anotherdog1.jpg")
    store.send(.breed(.getBreedImageURL)) { $0.breedState?.status = .waiting }
    await store.receive(.breed(.breedImageURLReceived(url))) {
      $0.breedState?.status = .success
      $0.breedState?.imageURL = url
    }
    await store.finish()
  }

  @Test func `Windows share the loaded picture of a breed`() async {
    let key = BreedKey(breed: "hound", subBreed: "afghan")
    let url = URL(string: "https://images.dog.ceo/breeds/hound-afghan/1.jpg")
    let store = store(
      AppState(dogs: dogs),
      environment: .loading { asked in
        #expect(asked == key)
        return url
      })
    store.send(.breedAppeared(key)) {
      $0.breeds[key] = BreedState(dog: self.dogs[1], subBreed: "afghan")
    }
    await store.receive(.breeds(KeyedAction(key: key, action: .getBreedImageURL))) {
      $0.breeds[key]?.status = .waiting
    }
    await store.receive(.breeds(KeyedAction(key: key, action: .breedImageURLReceived(url)))) {
      $0.breeds[key]?.status = .success
      $0.breeds[key]?.imageURL = url
    }
    store.send(.breedAppeared(key))
    await store.finish()
  }

  @Test(arguments: [
    BreedKey(breed: "cat"), BreedKey(breed: "hound", subBreed: "cat"),
    BreedKey(breed: "Hound"), BreedKey(breed: ""),
  ])
  func `A breed that is not in the list is not added`(key: BreedKey) {
    let store = store(AppState(dogs: dogs))
    store.send(.breedAppeared(key))
  }

  @Test func `The number of cached breeds is bounded`() async {
    let many = (0..<AppState.maxBreedCount).map { Dog(breed: "b\($0)", subBreeds: []) }
    var state = AppState(dogs: many + dogs)
    for dog in many {
      state.breeds[BreedKey(breed: dog.breed)] = BreedState(dog: dog, status: .success)
    }
    let key = BreedKey(breed: "hound")
    let store = store(state, environment: .loading { _ in nil })
    store.send(.breedAppeared(key)) {
      $0.breeds = [key: BreedState(dog: self.dogs[1])]
    }
    await store.receive(.breeds(KeyedAction(key: key, action: .getBreedImageURL))) {
      $0.breeds[key]?.status = .waiting
    }
    await store.receive(.breeds(KeyedAction(key: key, action: .breedImageURLReceived(nil)))) {
      $0.breeds[key]?.status = .success
    }
    await store.finish()
  }
}

/// The state of the list is a lens on the app state.
@Suite struct DogsStateLensTests {
  private let states = [
    AppState.initial,
    AppState(
      dogs: [Dog(breed: "hound", subBreeds: ["afghan"])], status: .failure(error: "x"),
      loadedAt: Date(timeIntervalSince1970: 1), dogsInternal: .init(filterQuery: "h"),
      breedState: BreedState(dog: Dog(breed: "pug", subBreeds: []))),
  ]

  @Test func `Setting the extracted state changes nothing`() {
    for state in states {
      var copy = state
      copy.dogsState = state.dogsState
      #expect(copy == state)
    }
  }

  @Test func `Getting the list's state returns the state that was set`() {
    for state in states {
      for other in states {
        var copy = state
        copy.dogsState = other.dogsState
        #expect(copy.dogsState == other.dogsState)
        #expect(copy.breedState == state.breedState)
      }
    }
  }
}

extension AppEnvironment {
  /// The failing environment, except for pictures.
  fileprivate static func loading(
    _ loadDogImage: @escaping @Sendable (BreedKey) async throws -> URL?
  ) -> AppEnvironment {
    AppEnvironment(
      dogs: AppEnvironment.failing.dogs, breed: BreedEnvironment(loadDogImage: loadDogImage))
  }
}
