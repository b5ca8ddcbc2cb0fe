import Foundation

extension AppEnvironment {
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
    environment.breed.loadDogImage = { key in
      try await reporting { try await breed.loadDogImage(key) }
    }
    return environment
  }

  /// An environment in which every call throws an error that names it.
  public static let failing = AppEnvironment(
    dogs: DogsEnvironment(
      loadDogs: { throw Failure(name: "DogsEnvironment.loadDogs") }),
    breed: BreedEnvironment(
      loadDogImage: { _ in throw Failure(name: "BreedEnvironment.loadDogImage") }))

  private struct Failure: LocalizedError {
    let name: String

    var errorDescription: String? { "\(name) fails." }
  }
}
