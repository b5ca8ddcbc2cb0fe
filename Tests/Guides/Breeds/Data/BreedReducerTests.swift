import BreedsData
import ComposableTesting
import Foundation
import ImmutableData
import Testing

@Suite struct BreedReducerTests {
  private let dog = Dog(breed: "hound", subBreeds: ["afghan"])
  private let first = URL(string: "https://images.dog.ceo/1.jpg")
  private let second = URL(string: "https://images.dog.ceo/2.jpg")

  private func store(
    _ state: BreedState,
    _ load: @escaping @Sendable (BreedKey) async throws -> URL?
  ) -> TestStore<BreedState, BreedAction, BreedEnvironment> {
    TestStore(
      initialState: state, reducer: BreedState.reducer,
      environment: BreedEnvironment(loadDogImage: load))
  }

  @Test(arguments: [nil, "afghan"])
  func `A picture of exactly this breed is requested`(subBreed: String?) async {
    let first = first
    let store = store(BreedState(dog: dog, subBreed: subBreed)) { key in
      #expect(key == BreedKey(breed: "hound", subBreed: subBreed))
      return first
    }
    store.send(.getBreedImageURL) { $0.status = .waiting }
    await store.receive(.breedImageURLReceived(first)) {
      $0.status = .success
      $0.imageURL = first
    }
    await store.finish()
  }

  @Test func `A response without a picture ends the load`() {
    let store = store(BreedState(dog: dog, imageURL: first)) { _ in nil }
    store.send(.breedImageURLReceived(nil)) {
      $0.imageURL = nil
      $0.status = .success
    }
  }

  @Test func `A failure keeps the previous picture`() async {
    let store = store(BreedState(dog: dog, imageURL: first)) { _ in
      throw DogAPIError.refusedPicture
    }
    store.send(.getBreedImageURL) { $0.status = .waiting }
    let message = "The server sent a picture address that is not trusted."
    await store.receive(.breedImageFailed(message)) { $0.status = .failure(error: message) }
    await store.finish()
    #expect(store.state.imageURL == first)
  }

  @Test func `No second picture is requested while one is loading`() async {
    let (first, second) = (first, second)
    let (responses, response) = AsyncStream.makeStream(of: Void.self)
    let store = store(BreedState(dog: dog)) { _ in
      for await _ in responses { break }
      return first
    }
    store.send(.getBreedImageURL) { $0.status = .waiting }
    store.environment = BreedEnvironment { _ in second }
    store.send(.getBreedImageURL)
    response.yield()
    await store.receive(.breedImageURLReceived(first)) {
      $0.status = .success
      $0.imageURL = first
    }
    store.send(.getBreedImageURL) { $0.status = .waiting }
    await store.receive(.breedImageURLReceived(second)) {
      $0.status = .success
      $0.imageURL = second
    }
    await store.finish()
  }
}
