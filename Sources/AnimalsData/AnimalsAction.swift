/// All that can happen to the animals: what people did, and what came of it.
public enum AnimalsAction: Codable, Hashable, Sendable {
  case ui(_ action: UI)
  case data(_ action: Data)
}

extension AnimalsAction {
  /// What people did, by the component they did it in.
  public enum UI: Codable, Hashable, Sendable {
    case categoryList(_ action: CategoryList)
    case animalList(_ action: AnimalList)
    case animalDetail(_ action: AnimalDetail)
    case animalEditor(_ action: AnimalEditor)
  }

  /// What came of it, by where it was done.
  public enum Data: Codable, Hashable, Sendable {
    case persistentSession(_ action: PersistentSession)
  }
}

extension AnimalsAction.UI {
  /// In the list of categories.
  public enum CategoryList: Codable, Hashable, Sendable {
    case onAppear
    case onTapReloadSampleDataButton
    /// Asks for the categories once more after a failure.
    case onTapTryAgainButton
  }

  /// In the list of a category's animals.
  public enum AnimalList: Codable, Hashable, Sendable {
    case onAppear
    case onTapDeleteSelectedAnimalButton(animalId: Animal.ID)
    /// Asks for the animals once more after a failure.
    case onTapTryAgainButton
  }

  /// On the page of one animal.
  public enum AnimalDetail: Codable, Hashable, Sendable {
    case onTapDeleteSelectedAnimalButton(animalId: Animal.ID)
  }

  /// In the form for adding and changing an animal.
  public enum AnimalEditor: Codable, Hashable, Sendable {
    /// The id is made with the form, not by the store.
    case onTapAddAnimalButton(
      id: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID)
    case onTapUpdateAnimalButton(
      animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: Category.ID)
  }
}

extension AnimalsAction.Data {
  /// What came of asking the persistent store.
  public enum PersistentSession: Codable, Hashable, Sendable {
    case didFetchCategories(result: FetchCategoriesResult)
    case didFetchAnimals(result: FetchAnimalsResult)
    case didReloadSampleData(result: ReloadSampleDataResult)
    case didAddAnimal(id: Animal.ID, result: AddAnimalResult)
    case didUpdateAnimal(animalId: Animal.ID, result: UpdateAnimalResult)
    case didDeleteAnimal(animalId: Animal.ID, result: DeleteAnimalResult)
    /// An operation ended whose outcome no longer fits the state, as when
    /// its animal has gone meanwhile.
    case didAbandonOperation(animalId: Animal.ID, error: String)
  }
}

extension AnimalsAction.Data.PersistentSession {
  /// How fetching the categories ended.
  public enum FetchCategoriesResult: Codable, Hashable, Sendable {
    case success(categories: [Category])
    case failure(error: String)
  }

  /// How fetching the animals ended.
  public enum FetchAnimalsResult: Codable, Hashable, Sendable {
    case success(animals: [Animal])
    case failure(error: String)
  }

  /// How reloading the sample data ended.
  public enum ReloadSampleDataResult: Codable, Hashable, Sendable {
    case success(animals: [Animal], categories: [Category])
    case failure(error: String)
  }

  /// How adding an animal ended.
  public enum AddAnimalResult: Codable, Hashable, Sendable {
    case success(animal: Animal)
    case failure(error: String)
  }

  /// How changing an animal ended.
  public enum UpdateAnimalResult: Codable, Hashable, Sendable {
    case success(animal: Animal)
    case failure(error: String)
  }

  /// How deleting an animal ended.
  public enum DeleteAnimalResult: Codable, Hashable, Sendable {
    case success(animal: Animal)
    case failure(error: String)
  }
}
