import Foundation

extension AppEnvironment {
  /// The environment of the running program: the dog API, and the stored list.
  ///
  /// - Parameter onError: called with each error of the API or the database.
  public static func live(
    api: DogAPI, store: LocalStore, onError: @escaping @Sendable (any Error) -> Void = { _ in }
  ) -> AppEnvironment {
    @Sendable func reporting<T>(_ body: () async throws -> T) async throws -> T {
      do {
        return try await body()
      } catch {
        onError(error)
        throw error
      }
    }
    return AppEnvironment(
      dogs: DogsEnvironment(
        loadDogs: { try await reporting { try await api.dogs() } },
        storedDogs: { try await reporting { try await store.storedDogs() } },
        storeDogs: { stored in try await reporting { try await store.save(stored) } }),
      breed: BreedEnvironment(loadDogImage: { key in
        try await reporting { try await api.picture(of: key) }
      }))
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
