public import Foundation

extension AppEnvironment {
  /// The environment of an instance with its own file: the dog API, and the
  /// stored list.
  public static func live(
    api: DogAPI, store: LocalStore, now: @escaping @Sendable () -> Date = { .now }
  ) -> AppEnvironment {
    AppEnvironment(
      dogs: DogsEnvironment(
        loadDogs: { try await api.dogs() },
        storedDogs: { try await store.storedDogs() },
        storeDogs: { try await store.save($0) }, now: now),
      breed: BreedEnvironment(loadDogImage: { try await api.picture(of: $0) }))
  }

  /// Returns the environment with a function that is called with each error.
  public func reporting(
    to onError: @escaping @Sendable (any Error) -> Void
  ) -> AppEnvironment {
    @Sendable func reporting<T>(_ body: () async throws -> T) async throws -> T {
      do {
        return try await body()
      } catch {
        onError(error)
        throw error
      }
    }
    var environment = self
    environment.dogs.loadDogs = { try await reporting { try await dogs.loadDogs() } }
    environment.dogs.storedDogs = { try await reporting { try await dogs.storedDogs() } }
    environment.dogs.storeDogs = { list in try await reporting { try await dogs.storeDogs(list) } }
    environment.breed.loadDogImage = { key in
      try await reporting { try await breed.loadDogImage(key) }
    }
    return environment
  }

  /// An environment in which every call throws an error that names it.
  public static let failing = AppEnvironment(
    dogs: DogsEnvironment(
      loadDogs: { throw Failure(name: "DogsEnvironment.loadDogs") },
      storedDogs: { throw Failure(name: "DogsEnvironment.storedDogs") },
      storeDogs: { _ in throw Failure(name: "DogsEnvironment.storeDogs") }),
    breed: BreedEnvironment(
      loadDogImage: { _ in throw Failure(name: "BreedEnvironment.loadDogImage") }))

  private struct Failure: LocalizedError {
    let name: String

    var errorDescription: String? { "\(name) fails." }
  }
}
