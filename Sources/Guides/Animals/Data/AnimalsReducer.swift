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
    case .data(.persistentSession(let action)): try reduce(state: state, action: action)
    case .data(.log(let changes)): changes.reduce(into: state) { $0.apply($1) }
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
      guard state.categories.status == nil, !state.isFollowing else { return state }
      return state.settingCategories(.waiting)
    case .categoryList(.onTapReloadSampleDataButton), .categoryList(.onTapUndoReloadButton):
      guard state.categories.status != .waiting, state.animals.status != .waiting else {
        return state
      }
      return state.settingCategories(.waiting).settingAnimals(.waiting)
    case .categoryList(.onTapTryAgainButton):
      guard case .failure = state.categories.status else { return state }
      return state.settingCategories(state.isFollowing ? .success : .waiting)
    case .animalList(.onAppear):
      guard state.animals.status == nil, !state.isFollowing else { return state }
      return state.settingAnimals(.waiting)
    case .animalList(.onTapTryAgainButton):
      guard case .failure = state.animals.status else { return state }
      return state.settingAnimals(state.isFollowing ? .success : .waiting)
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
  ) throws -> AnimalsState {
    var state = state
    switch action {
    case .didFetchCategories(.success(let categories)):
      state.changeUnlessFollowing { state in
        for category in categories { state.categories.data[category.id] = category }
      }
      return state.settingCategories(.success)
    case .didFetchCategories(.failure(let error)):
      return state.settingCategories(.failure(error: error))
    case .didFetchAnimals(.success(let animals)):
      state.changeUnlessFollowing { state in
        state.animals.merge(animals)
      }
      return state.settingAnimals(.success)
    case .didFetchAnimals(.failure(let error)):
      return state.settingAnimals(.failure(error: error))
    case .didReloadSampleData(.success(let animals, let categories)):
      state.changeUnlessFollowing { state in
        state.animals.replace(by: animals, isReload: true)
        state.categories.data = [:]
        for category in categories { state.categories.data[category.id] = category }
      }
      return state.settingCategories(.success).settingAnimals(.success)
    case .didReloadSampleData(.failure(let error)):
      return state.settingCategories(.failure(error: error)).settingAnimals(.failure(error: error))
    case .didAddAnimal(let id, .success(let animal)):
      state.changeUnlessFollowing { state in
        state.animals.put(animal)
      }
      return state.queueing(id, .success)
    case .didAddAnimal(let id, .failure(let error)):
      return state.queueing(id, .failure(error: error))
    case .didUpdateAnimal(let animalId, .success(let animal)):
      try state.changeUnlessFollowing { state in
        try state.checkAnimal(animalId)
        state.animals.put(animal, as: animalId)
      }
      return state.queueing(animalId, .success)
    case .didDeleteAnimal(let animalId, .success(let animal)):
      try state.changeUnlessFollowing { state in
        try state.checkAnimal(animalId)
        state.animals.remove([animal.id])
      }
      return state.queueing(animal.id, .success)
    case .didPerform(let id, let part):
      if state.animals.parts[id] != nil { state.animals.parts[id] = part }
      return state
    case .didChangeAnimals(let id, .success(let operation)):
      state.changeUnlessFollowing { $0.animals.perform(operation) }
      for edit in operation.edits { state.animals.clearFailure(of: edit.id) }
      return state.queueing(id, .success)
    case .didChangeAnimals(let id, .failure(let error)):
      return state.queueing(id, .failure(error: error))
    case .didUpdateAnimal(let animalId, .failure(let error)),
      .didDeleteAnimal(let animalId, .failure(let error)):
      try state.checkAnimal(animalId)
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
  /// Applies the change that the outcome of an operation carries, unless the log
  /// of a shared store brings it.
  fileprivate mutating func changeUnlessFollowing(
    _ change: (inout AnimalsState) throws -> Void
  ) rethrows {
    if !isFollowing { try change(&self) }
  }

  /// Applies a change of the log. A failure of an earlier operation on the same
  /// animal is cleared, since it refers to the old content.
  mutating func apply(_ change: AnimalsChange) {
    switch change {
    case .put(let animal, let number):
      animals.put(animal, number: number)
      animals.clearFailure(of: animal.id)
    case .removed(let animalId):
      animals.remove([animalId])
      animals.clearFailure(of: animalId)
    case .several(let id, let changes):
      apply(changes, of: id)
      // Whichever instance has performed it.
      self = queueing(id, .success)
    case .everything(let categories, let animals):
      self.categories.data = TreeDictionary(categories.map { ($0.id, $0) }) { _, last in last }
      self.animals.replace(by: animals, isReload: !self.animals.data.isEmpty)
      self.animals.clearFailures()
      // A load in progress settles its own status.
      if self.categories.status != .waiting { self.categories.status = .success }
      if self.animals.status != .waiting { self.animals.status = .success }
    }
  }

  /// Applies the changes of one operation.
  private mutating func apply(_ changes: [AnimalsChange], of operation: String) {
    var stored: [NumberedAnimal] = []
    var removed: [Animal.ID] = []
    for change in changes {
      switch change {
      case .put(let animal, let number):
        stored.append(NumberedAnimal(animal: animal, number: number))
      case .removed(let animalId): removed.append(animalId)
      // Nothing else is part of an operation.
      case .several, .everything: apply(change)
      }
    }
    animals.put(stored)
    animals.remove(removed, by: operation)
    for animalId in stored.map(\.animal.id) + removed { animals.clearFailure(of: animalId) }
  }

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
    }
    state.animals.queue[id] = status
    if status != .waiting { state.animals.parts[id] = nil }
    return state
  }

  /// The capacity of the queue, exceeded only if more operations are in
  /// progress.
  package static let longestQueue = 1024
}
