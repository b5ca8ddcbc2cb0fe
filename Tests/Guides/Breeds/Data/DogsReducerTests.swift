import BreedsData
import ComposableTesting
import Foundation
import ImmutableData
import Testing

@Suite struct DogsReducerTests {
  private let now = Date(timeIntervalSince1970: 1_000_000)
  private let dogs = [Dog(breed: "hound", subBreeds: ["afghan"]), Dog(breed: "pug", subBreeds: [])]

  private func store(
    _ state: DogsState = .initial, _ environment: DogsEnvironment = AppEnvironment.failing.dogs
  ) -> TestStore<DogsState, DogsAction, DogsEnvironment> {
    TestStore(initialState: state, reducer: DogsState.reducer, environment: environment)
  }

  private func environment(
    load: @escaping @Sendable () async throws -> [Dog]
  ) -> DogsEnvironment {
    let now = now
    return DogsEnvironment(
      loadDogs: load, now: { now })
  }

  @Test(arguments: ["a", "", " Hound ", "日本"])
  func `The filter is stored unchanged, and loads nothing`(query: String) {
    let store = store(DogsState(filterQuery: "before", dogs: []))
    store.send(.filterQueryChanged(query)) { $0.filterQuery = query }
  }

  @Test func `A selection is handled by the parent`() {
    store(DogsState(filterQuery: "", dogs: dogs)).send(.breedWasSelected(name: "Hound"))
  }

  @Test func `The list is loaded`() async {
    let dogs = dogs
    let store = store(.initial, environment { dogs })
    store.send(.loadDogs) { $0.status = .waiting }
    await store.receive(.dogsLoaded(dogs)) {
      $0.dogs = dogs
      $0.status = .success
      $0.loadedAt = self.now
    }
    await store.finish()
  }

  @Test func `A failed load keeps the last list`() async {
    let store = store(
      DogsState(filterQuery: "", dogs: dogs, status: .success, loadedAt: now),
      environment { throw DogAPIError.unexpected })
    store.send(.loadDogs) { $0.status = .waiting }
    let message = "The server sent an unexpected response."
    await store.receive(.dogsLoadFailed(message)) { $0.status = .failure(error: message) }
    await store.finish()
    #expect(store.state.dogs == dogs)
    #expect(store.state.loadedAt == now)
  }

  @Test func `A failed load can be retried`() async {
    let dogs = dogs
    let store = store(
      DogsState(filterQuery: "", dogs: [], status: .failure(error: "x")), environment { dogs })
    store.send(.loadDogs) { $0.status = .waiting }
    await store.receive(.dogsLoaded(dogs)) {
      $0.dogs = dogs
      $0.status = .success
      $0.loadedAt = self.now
    }
    await store.finish()
  }

  @Test func `A second load does not start while one is in progress`() {
    store(DogsState(filterQuery: "", dogs: [], status: .waiting)).send(.loadDogs)
  }

  @Test func `A list is replaced even by an empty one`() {
    let store = store(
      DogsState(filterQuery: "", dogs: dogs),
      environment { [] })
    store.send(.dogsLoaded([])) {
      $0.dogs = []
      $0.status = .success
      $0.loadedAt = self.now
    }
  }

}
