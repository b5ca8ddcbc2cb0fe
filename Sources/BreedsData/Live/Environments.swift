import Foundation

extension AppEnvironment {
  /// The network, and the list that is kept on disk.
  ///
  /// - Parameter onError: hears why something could not be fetched, read or
  ///   kept.
  public static func live(
    api: DogAPI, store: LocalStore, onError: @escaping @Sendable (any Error) -> Void = { _ in }
  ) -> AppEnvironment {
    @Sendable func telling<T>(_ body: () async throws -> T) async throws -> T {
      do {
        return try await body()
      } catch {
        onError(error)
        throw error
      }
    }
    return AppEnvironment(
      dogs: DogsEnvironment(
        loadDogs: { try await telling { try await api.dogs() } },
        keptDogs: { try await telling { try await store.keptDogs() } },
        keepDogs: { kept in try await telling { try await store.keep(kept) } }),
      breed: BreedEnvironment(loadDogImage: { key in
        try await telling { try await api.picture(of: key) }
      }))
  }

  /// Where nothing works, each in its own words.
  public static let failing = AppEnvironment(
    dogs: DogsEnvironment(
      loadDogs: { throw Failing(what: "DogsEnvironment.loadDogs") },
      keptDogs: { throw Failing(what: "DogsEnvironment.keptDogs") },
      keepDogs: { _ in throw Failing(what: "DogsEnvironment.keepDogs") }),
    breed: BreedEnvironment(
      loadDogImage: { _ in throw Failing(what: "BreedEnvironment.loadDogImage") }))

  private struct Failing: LocalizedError {
    let what: String

    var errorDescription: String? { "\(what) fails." }
  }
}
