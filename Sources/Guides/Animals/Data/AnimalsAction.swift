public import Records

/// An action of the guide to animals: a user action, or the result of an
/// operation.
public enum AnimalsAction: Hashable, Sendable {
  case ui(_ action: UI)
  case data(_ action: Data)
}

extension AnimalsAction {
  /// The user actions, by component.
  public enum UI: Hashable, Sendable {
    case categoryList(_ action: CategoryList)
    case animalList(_ action: AnimalList)
    case animalDetail(_ action: AnimalDetail)
    case animalEditor(_ action: AnimalEditor)
  }

  /// The results of operations, by origin.
  public enum Data: Hashable, Sendable {
    case persistentSession(_ action: PersistentSession)
    /// The history of an animal was read again, for pages that show it.
    case didReadHistory(animalId: Animal.ID)
    /// All categories and animals were loaded.
    case loaded(categories: [Category], animals: [NumberedAnimal])
    /// The log contains changes, of any instance.
    case log(_ changes: [AnimalsChange])
  }
}

extension AnimalsAction.UI {
  /// The user actions in the list of categories.
  public enum CategoryList: Hashable, Sendable {
    case onAppear
    case onTapReloadSampleDataButton(by: ChangeOrigin? = nil)
    /// Retries loading the categories after a failure.
    case onTapTryAgainButton
  }

  /// The user actions in the list of animals.
  public enum AnimalList: Hashable, Sendable {
    case onAppear
    case onTapDeleteSelectedAnimalButton(animalId: Animal.ID, by: ChangeOrigin? = nil)
    /// Retries loading the animals after a failure.
    case onTapTryAgainButton
    /// Changes animals at once: all or none. Deletions are undone, earlier versions restored and
    /// files imported in this way, too.
    case onTapChangeAnimalsButton(_ operation: RecordsOperation<Animal>)
  }

  /// The user actions in the detail view of an animal.
  public enum AnimalDetail: Hashable, Sendable {
    case onTapDeleteSelectedAnimalButton(animalId: Animal.ID, by: ChangeOrigin? = nil)
  }

  /// The user actions in the editor.
  public enum AnimalEditor: Hashable, Sendable {
    /// Adds an animal. The form creates the id, not the store.
    case onTapAddAnimalButton(
      id: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID,
      note: String = "", by: ChangeOrigin? = nil)
    /// Updates an animal; without a note it keeps its own.
    case onTapUpdateAnimalButton(
      animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID,
      note: String? = nil, by: ChangeOrigin? = nil)
  }
}

extension AnimalsAction.Data {
  /// The results of the operations of the persistent store.
  public enum PersistentSession: Hashable, Sendable {
    case didFetchCategories(result: FetchCategoriesResult)
    case didFetchAnimals(result: FetchAnimalsResult)
    case didReloadSampleData(result: ReloadSampleDataResult)
    case didAddAnimal(id: Animal.ID, result: AddAnimalResult)
    case didUpdateAnimal(animalId: Animal.ID, result: UpdateAnimalResult)
    case didDeleteAnimal(animalId: Animal.ID, result: DeleteAnimalResult)
    /// The id is that of the operation.
    case didChangeAnimals(id: String, result: ChangeAnimalsResult)
    /// An operation ended, but its result no longer fits the state, for example
    /// because the animal was deleted in the meantime.
    case didAbandonOperation(animalId: Animal.ID, error: String)
    /// An operation was rejected, since someone else has changed the animal: the visitor’s
    /// request has to be checked again.
    case didRejectStaleOperation(animalId: Animal.ID)
  }
}

extension AnimalsAction.Data.PersistentSession {
  /// The result of fetching the categories.
  public enum FetchCategoriesResult: Hashable, Sendable {
    case success(categories: [Category])
    case failure(error: String)
  }

  /// The result of fetching the animals.
  public enum FetchAnimalsResult: Hashable, Sendable {
    case success(animals: [Animal])
    case failure(error: String)
  }

  /// The result of reloading the sample data.
  public enum ReloadSampleDataResult: Hashable, Sendable {
    case success(animals: [Animal], categories: [Category])
    case failure(error: String)
  }

  /// The result of adding an animal.
  public enum AddAnimalResult: Hashable, Sendable {
    case success(animal: Animal)
    case failure(error: String)
  }

  /// The result of updating an animal.
  public enum UpdateAnimalResult: Hashable, Sendable {
    case success(animal: Animal)
    case failure(error: String)
  }

  /// The result of changing animals at once.
  public enum ChangeAnimalsResult: Hashable, Sendable {
    case success(operation: RecordsOperation<Animal>)
    case failure(error: String)
  }

  /// The result of deleting an animal.
  public enum DeleteAnimalResult: Hashable, Sendable {
    case success(animal: Animal)
    case failure(error: String)
  }
}
