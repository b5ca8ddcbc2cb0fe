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
    switch action {
    case .ui(let action): try reduce(state: state, action: action)
    case .data(.persistentSession(let action)): reduce(state: state, action: action)
    case .data(.loaded(let categories, let animals)):
      state.with { $0.load(categories, animals) }
    case .data(.log(let changes)): changes.reduce(into: state) { $0.apply($1, at: 0) }
    case .data(.didReadHistory(let animalId)):
      state.with { $0.animals.records.changes.noteReading(of: animalId) }
    }
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
  private static func reduce(
    state: AnimalsState, action: AnimalsAction.UI
  ) throws -> AnimalsState {
    var state = state
    switch action {
    case .categoryList(.onAppear):
      guard state.categories.status == nil else { return state }
      return state.settingCategories(.waiting)
    case .categoryList(.onTapReloadSampleDataButton), .categoryList(.onTapUndoReloadButton):
      guard state.categories.status != .waiting, state.animals.status != .waiting else {
        return state
      }
      return state.settingCategories(.waiting).settingAnimals(.waiting)
    case .categoryList(.onTapTryAgainButton):
      guard case .failure = state.categories.status else { return state }
      return state.settingCategories(.waiting)
    case .animalList(.onAppear):
      guard state.animals.status == nil else { return state }
      return state.settingAnimals(.waiting)
    case .animalList(.onTapTryAgainButton):
      guard case .failure = state.animals.status else { return state }
      return state.settingAnimals(.waiting)
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
    return state
  }
}

extension AnimalsReducer {
  private static func reduce(
    state: AnimalsState, action: AnimalsAction.Data.PersistentSession
  ) -> AnimalsState {
    var state = state
    switch action {
    case .didFetchCategories(.success):
      return state.settingCategories(.success)
    case .didFetchCategories(.failure(let error)):
      return state.settingCategories(.failure(error: error))
    case .didFetchAnimals(.success):
      return state.settingAnimals(.success)
    case .didFetchAnimals(.failure(let error)):
      return state.settingAnimals(.failure(error: error))
    case .didReloadSampleData(.success):
      return state.settingCategories(.success).settingAnimals(.success)
    case .didReloadSampleData(.failure(let error)):
      return state.settingCategories(.failure(error: error)).settingAnimals(.failure(error: error))
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
    return state
  }
}

extension AnimalsState {
  fileprivate func with(_ change: (inout AnimalsState) -> Void) -> AnimalsState {
    var state = self
    change(&state)
    return state
  }

  func settingCategories(_ status: Status) -> AnimalsState {
    var state = self
    state.categories.status = status
    return state
  }

  func settingAnimals(_ status: Status) -> AnimalsState {
    var state = self
    state.animals.status = status
    return state
  }
}
