import AnimalsData
import Foundation
import Records
import Testing

/// The cases of all actions. The switch below does not compile without a new
/// case.
enum ActionCase: String, CaseIterable {
  case categoryListOnAppear, categoryListOnTapReload
  case categoryListOnTapTryAgain
  case animalListOnAppear, animalListOnTapDelete, animalListOnTapTryAgain, animalListOnTapChange
  case animalDetailOnTapDelete
  case animalEditorOnTapAdd, animalEditorOnTapUpdate
  case didFetchCategoriesSuccess, didFetchCategoriesFailure
  case didFetchAnimalsSuccess, didFetchAnimalsFailure
  case didReloadSampleDataSuccess, didReloadSampleDataFailure
  case didAddAnimalSuccess, didAddAnimalFailure
  case didUpdateAnimalSuccess, didUpdateAnimalFailure
  case didDeleteAnimalSuccess, didDeleteAnimalFailure
  case didChangeAnimalsSuccess, didChangeAnimalsFailure
  case didAbandonOperation, didRejectStaleOperation
  case loaded, log, didReadHistory

  init(_ action: AnimalsAction) {
    self =
      switch action {
      case .ui(.categoryList(.onAppear)): .categoryListOnAppear
      case .ui(.categoryList(.onTapReloadSampleDataButton)): .categoryListOnTapReload
      case .ui(.categoryList(.onTapTryAgainButton)): .categoryListOnTapTryAgain
      case .ui(.animalList(.onAppear)): .animalListOnAppear
      case .ui(.animalList(.onTapDeleteSelectedAnimalButton)): .animalListOnTapDelete
      case .ui(.animalList(.onTapTryAgainButton)): .animalListOnTapTryAgain
      case .ui(.animalList(.onTapChangeAnimalsButton)): .animalListOnTapChange
      case .ui(.animalDetail(.onTapDeleteSelectedAnimalButton)): .animalDetailOnTapDelete
      case .ui(.animalEditor(.onTapAddAnimalButton)): .animalEditorOnTapAdd
      case .ui(.animalEditor(.onTapUpdateAnimalButton)): .animalEditorOnTapUpdate
      case .data(.persistentSession(.didFetchCategories(.success))): .didFetchCategoriesSuccess
      case .data(.persistentSession(.didFetchCategories(.failure))): .didFetchCategoriesFailure
      case .data(.persistentSession(.didFetchAnimals(.success))): .didFetchAnimalsSuccess
      case .data(.persistentSession(.didFetchAnimals(.failure))): .didFetchAnimalsFailure
      case .data(.persistentSession(.didReloadSampleData(.success))): .didReloadSampleDataSuccess
      case .data(.persistentSession(.didReloadSampleData(.failure))): .didReloadSampleDataFailure
      case .data(.persistentSession(.didAddAnimal(_, .success))): .didAddAnimalSuccess
      case .data(.persistentSession(.didAddAnimal(_, .failure))): .didAddAnimalFailure
      case .data(.persistentSession(.didUpdateAnimal(_, .success))): .didUpdateAnimalSuccess
      case .data(.persistentSession(.didUpdateAnimal(_, .failure))): .didUpdateAnimalFailure
      case .data(.persistentSession(.didDeleteAnimal(_, .success))): .didDeleteAnimalSuccess
      case .data(.persistentSession(.didDeleteAnimal(_, .failure))): .didDeleteAnimalFailure
      case .data(.persistentSession(.didChangeAnimals(_, .success))): .didChangeAnimalsSuccess
      case .data(.persistentSession(.didChangeAnimals(_, .failure))): .didChangeAnimalsFailure
      case .data(.persistentSession(.didAbandonOperation)): .didAbandonOperation
      case .data(.persistentSession(.didRejectStaleOperation)): .didRejectStaleOperation
      case .data(.loaded): .loaded
      case .data(.log): .log
      case .data(.didReadHistory): .didReadHistory
      }
  }
}

extension AnimalsAction {
  /// Returns an action of the persistent session.
  static func did(_ action: Data.PersistentSession) -> AnimalsAction {
    .data(.persistentSession(action))
  }

  /// An operation that moves the dog.
  static let move = RecordsOperation(
    id: "move",
    edits: [RecordEdit(id: "Dog", old: Animal.dog, new: Animal.dog.moved(to: "Bird"))],
    by: ChangeOrigin(date: .distantPast))

  /// One action of each case; those about an animal are about the dog.
  static let each: [AnimalsAction] = [
    .ui(.categoryList(.onAppear)),
    .ui(.categoryList(.onTapReloadSampleDataButton())),
    .ui(.categoryList(.onTapTryAgainButton)),
    .ui(.animalList(.onAppear)),
    .ui(.animalList(.onTapDeleteSelectedAnimalButton(animalId: "Dog"))),
    .ui(.animalList(.onTapTryAgainButton)),
    .ui(.animalList(.onTapChangeAnimalsButton(move))),
    .ui(.animalDetail(.onTapDeleteSelectedAnimalButton(animalId: "Dog"))),
    .ui(
      .animalEditor(
        .onTapAddAnimalButton(id: "new", name: "N", diet: .omnivorous, categoryId: "Mammal"))),
    .ui(
      .animalEditor(
        .onTapUpdateAnimalButton(
          animalId: "Dog", name: "N", diet: .omnivorous, categoryId: "Mammal"))),
    .did(.didFetchCategories(result: .success(categories: Category.samples))),
    .did(.didFetchCategories(result: .failure(error: "e"))),
    .did(.didFetchAnimals(result: .success(animals: Animal.samples))),
    .did(.didFetchAnimals(result: .failure(error: "e"))),
    .did(
      .didReloadSampleData(
        result: .success(animals: Animal.samples, categories: Category.samples))),
    .did(.didReloadSampleData(result: .failure(error: "e"))),
    .did(.didAddAnimal(id: "new", result: .success(animal: .dog))),
    .did(.didAddAnimal(id: "new", result: .failure(error: "e"))),
    .did(.didUpdateAnimal(animalId: "Dog", result: .success(animal: .dog))),
    .did(.didUpdateAnimal(animalId: "Dog", result: .failure(error: "e"))),
    .did(.didDeleteAnimal(animalId: "Dog", result: .success(animal: .dog))),
    .did(.didDeleteAnimal(animalId: "Dog", result: .failure(error: "e"))),
    .did(.didChangeAnimals(id: "move", result: .success(operation: move))),
    .did(.didChangeAnimals(id: "move", result: .failure(error: "e"))),
    .did(.didAbandonOperation(animalId: "Dog", error: "e")),
    .did(.didRejectStaleOperation(animalId: "Dog")),
    .data(.loaded(categories: [], animals: [NumberedAnimal(animal: .dog, number: 1)])),
    .data(.log([.edited(.of([("Dog", .dog, .dog)]), firstNumber: 1)])),
    .data(.didReadHistory(animalId: "Dog")),
  ]
}

@Suite struct EveryActionTests {
  @Test func `There is one action of each case`() {
    #expect(AnimalsAction.each.map(ActionCase.init) == ActionCase.allCases)
  }
}
