import HashTreeCollections

extension AnimalsReducer {
  /// The reducer of an instance that follows the log of a shared store.
  ///
  /// Categories and animals change by the action of the log and by nothing
  /// else: the success of an operation only settles its status, since its
  /// change arrives by the log. The log also loads them: until then their status
  /// is `nil`.
  ///
  /// - Throws: see `reduce(state:action:)`.
  @Sendable
  public static func reduceFollowing(
    state: AnimalsState, action: AnimalsAction
  ) throws -> AnimalsState {
    switch action {
    case .ui(.categoryList(.onAppear)), .ui(.animalList(.onAppear)): return state
    case .ui(.categoryList(.onTapTryAgainButton)):
      guard case .failure = state.categories.status else { return state }
      return state.settingCategories(.success)
    case .ui(.animalList(.onTapTryAgainButton)):
      guard case .failure = state.animals.status else { return state }
      return state.settingAnimals(.success)
    case .data(.persistentSession(let result)):
      return try reduceFollowing(state: state, result: result)
    default: return try reduce(state: state, action: action)
    }
  }

  private static func reduceFollowing(
    state: AnimalsState, result: AnimalsAction.Data.PersistentSession
  ) throws -> AnimalsState {
    switch result {
    case .didFetchCategories(.success):
      return state.settingCategories(.success)
    case .didFetchAnimals(.success):
      return state.settingAnimals(.success)
    case .didReloadSampleData(.success):
      return state.settingCategories(.success).settingAnimals(.success)
    case .didAddAnimal(let animalId, .success), .didUpdateAnimal(let animalId, .success),
      .didDeleteAnimal(let animalId, .success):
      return state.queueing(animalId, .success)
    default:
      return try reduce(state: state, action: .data(.persistentSession(result)))
    }
  }
}

extension AnimalsState {
  /// Applies a change of the log. A failure of an earlier operation on the same
  /// animal is cleared, since it refers to the old content.
  mutating func apply(_ change: AnimalsChange) {
    switch change {
    case .put(let animal, let number):
      animals.put(animal, number: number)
      animals.clearFailure(of: animal.id)
    case .removed(let animalId):
      animals.remove(animalId)
      animals.clearFailure(of: animalId)
    case .everything(let categories, let animals):
      self.categories.data = TreeDictionary(categories.map { ($0.id, $0) }) { _, last in last }
      self.animals.replace(by: animals)
      // A reload in progress settles its own status.
      if self.categories.status != .waiting { self.categories.status = .success }
      if self.animals.status != .waiting { self.animals.status = .success }
    }
  }
}

extension AnimalsState.Animals {
  fileprivate mutating func clearFailure(of animalId: Animal.ID) {
    if case .failure = queue[animalId] { queue[animalId] = nil }
  }

  fileprivate mutating func replace(by animals: [NumberedAnimal]) {
    data = TreeDictionary(animals.map { ($0.animal.id, $0.animal) }) { _, last in last }
    queue = queue.filter { if case .failure = $0.value { false } else { true } }
    recentlyDeleted = []
    renumber(by: TreeDictionary(animals.map { ($0.animal.id, $0.number) }) { _, last in last })
  }
}
