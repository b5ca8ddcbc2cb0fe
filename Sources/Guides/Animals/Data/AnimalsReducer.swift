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
      state.with { $0.animals.changes.noteReading(of: animalId) }
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
      try state.checkAnimal(animalId)
      return state.queueing(animalId, .waiting)
    case .animalEditor(.onTapAddAnimalButton(let id, _, _, _, _, _)):
      return state.queueing(id, .waiting)
    case .animalList(.onTapChangeAnimalsButton(let operation)):
      for edit in operation.edits where state.animals.data[edit.id] != edit.old {
        throw Error(code: .animalChanged)
      }
      if operation.isForSeveral {
        state.animals.parts[operation.id] = OperationPart(done: 0, of: operation.edits.count)
      }
      return state.queueing(operation.id, .waiting)
    }
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
    case .didAddAnimal(let id, .success):
      return state.queueing(id, .success)
    case .didAddAnimal(let id, .failure(let error)):
      return state.queueing(id, .failure(error: error))
    case .didUpdateAnimal(let animalId, .success), .didDeleteAnimal(let animalId, .success):
      return state.queueing(animalId, .success)
    case .didChangeAnimals(let id, .success):
      return state.queueing(id, .success)
    case .didChangeAnimals(let id, .failure(let error)):
      return state.queueing(id, .failure(error: error))
    case .didUpdateAnimal(let animalId, .failure(let error)),
      .didDeleteAnimal(let animalId, .failure(let error)):
      return state.queueing(animalId, .failure(error: error))
    case .didAbandonOperation(let animalId, let error):
      return state.queueing(animalId, .failure(error: error))
    // Another instance has performed the operation in the meantime.
    case .didRejectStaleOperation(let id) where state.animals.queue[id] == .success:
      return state
    case .didRejectStaleOperation(let id):
      // A form shows what has changed; of several animals, the page of the operation says so.
      guard state.animals.parts[id] == nil else {
        return state.queueing(id, .failure(error: Animal.names.changedMessage))
      }
      state.animals.queue[id] = nil
      return state
    }
  }
}

extension AnimalsState {
  fileprivate func with(_ change: (inout AnimalsState) -> Void) -> AnimalsState {
    var state = self
    change(&state)
    return state
  }

  fileprivate func checkAnimal(_ animalId: Animal.ID) throws {
    guard animals.data[animalId] != nil else {
      throw AnimalsReducer.Error(code: .animalNotFound)
    }
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

  /// Returns the state with the status of an operation. At the capacity of the
  /// queue, finished operations are dropped first; operations in progress never
  /// are.
  func queueing(_ id: Animal.ID, _ status: Status) -> AnimalsState {
    var state = self
    if state.animals.queue[id] == nil, state.animals.queue.count >= Self.longestQueue {
      state.animals.queue = state.animals.queue.filter { $0.value == .waiting }
      state.animals.parts = state.animals.parts.filter { state.animals.queue[$0.key] != nil }
    }
    state.animals.queue[id] = status
    if status == .success { state.animals.parts[id] = nil }
    return state
  }

  /// Notes that an operation on several animals was performed, or a part of it.
  func queueing(_ operation: RecordsOperation<Animal>) -> AnimalsState {
    guard let part = operation.part, part.done < part.count else {
      return queueing(operation.id, .success)
    }
    var state = self
    if state.animals.parts[operation.id] != nil { state.animals.parts[operation.id] = part }
    return state
  }

  /// The capacity of the queue, exceeded only if more operations are in
  /// progress.
  package static let longestQueue = 1024
}
