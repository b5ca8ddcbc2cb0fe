import Foundation
import HashTreeCollections
import ImmutableData
import Records

/// The reducer of the guide to animals.
public enum AnimalsReducer {
  /// Returns the state after an action.
  ///
  /// - Throws: `Error` with code `animalNotFound` if the animal of the action
  ///   does not exist.
  @Sendable
  public static func reduce(
    state: AnimalsState, action: AnimalsAction
  ) throws -> AnimalsState {
    var state = state
    switch action {
    case .ui(let action): try reduce(&state, action)
    case .data(.persistentSession(let action)): reduce(&state, action)
    case .data(.loaded(let categories, let animals)): state.load(categories, animals)
    case .data(.log(let changes)):
      for change in changes { state.apply(change, at: 0) }
    case .data(.didReadHistory(let animalId)):
      state.animals.records.changes.noteReading(of: animalId)
    }
    return state
  }
}

extension AnimalsReducer {
  /// An error for an action that does not fit the state.
  package struct Error: Swift.Error, Hashable {
    package enum Code: Hashable, Sendable {
      case animalNotFound
      /// Someone else has changed an animal.
      case animalChanged
    }

    package let code: Code

    package init(code: Code) {
      self.code = code
    }
  }
}

extension AnimalsReducer.Error: LocalizedError {
  package var errorDescription: String? {
    switch code {
    case .animalNotFound: "This animal no longer exists."
    case .animalChanged: Animal.names.changedMessage
    }
  }
}

extension AnimalsReducer {
  private static func reduce(_ state: inout AnimalsState, _ action: AnimalsAction.UI) throws {
    switch action {
    case .categoryList(.onAppear):
      if state.categories.status == nil { state.categories.status = .waiting }
    case .categoryList(.onTapReloadSampleDataButton):
      if state.categories.status != .waiting, state.animals.status != .waiting {
        state.setStatus(.waiting)
      }
    case .categoryList(.onTapTryAgainButton):
      if case .failure = state.categories.status { state.categories.status = .waiting }
    case .animalList(.onAppear):
      if state.animals.status == nil { state.animals.status = .waiting }
    case .animalList(.onTapTryAgainButton):
      if case .failure = state.animals.status { state.animals.status = .waiting }
    case .animalList(.onTapDeleteSelectedAnimalButton(let animalId, _)),
      .animalDetail(.onTapDeleteSelectedAnimalButton(let animalId, _)),
      .animalEditor(.onTapUpdateAnimalButton(let animalId, _, _, _, _, _)):
      guard state.animals.data[animalId] != nil else { throw Error(code: .animalNotFound) }
      state.animals.records.setStatus(.waiting, of: animalId)
    case .animalEditor(.onTapAddAnimalButton(let id, _, _, _, _, _)):
      state.animals.records.setStatus(.waiting, of: id)
    case .animalList(.onTapChangeAnimalsButton(let operation)):
      do {
        try state.animals.records.begin(operation)
      } catch RecordsError.stale {
        throw Error(code: .animalChanged)
      }
    }
  }

  private static func reduce(
    _ state: inout AnimalsState, _ action: AnimalsAction.Data.PersistentSession
  ) {
    switch action {
    case .didFetchCategories(.success): state.categories.status = .success
    case .didFetchCategories(.failure(let error)):
      state.categories.status = .failure(error: error)
    case .didFetchAnimals(.success): state.animals.status = .success
    case .didFetchAnimals(.failure(let error)): state.animals.status = .failure(error: error)
    case .didReloadSampleData(.success): state.setStatus(.success)
    case .didReloadSampleData(.failure(let error)): state.setStatus(.failure(error: error))
    case .didAddAnimal(let id, .success), .didUpdateAnimal(let id, .success),
      .didDeleteAnimal(let id, .success), .didChangeAnimals(let id, .success):
      state.animals.records.end(id, .success)
    case .didAddAnimal(let id, .failure(let error)), .didUpdateAnimal(let id, .failure(let error)),
      .didDeleteAnimal(let id, .failure(let error)),
      .didChangeAnimals(let id, .failure(let error)), .didAbandonOperation(let id, let error):
      state.animals.records.end(id, .failure(error))
    case .didRejectStaleOperation(let id):
      state.animals.records.end(id, .stale)
    }
  }
}

extension AnimalsState {
  /// Sets the status of loading the categories, and that of the animals.
  mutating func setStatus(_ status: Status) {
    categories.status = status
    animals.status = status
  }
}
