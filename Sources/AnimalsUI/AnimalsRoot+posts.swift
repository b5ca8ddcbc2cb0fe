import AnimalsData
import HashTreeCollections
import ImmutableData
public import ImmutableUI

extension AnimalsRoot {
  /// Why an action was not dispatched.
  private enum Objection: Error {
    /// What it asks for is so already, as after a double click.
    case doneAlready
    case notFound
    case changed(stored: Animal)
    case addedAlready(Animal)
  }

  /// How an operation ended.
  private enum Outcome: Equatable {
    case success
    case failure(String)
  }

  /// Does what a posted form asks for, and answers when it is on disk.
  ///
  /// - Throws: `Malformed` for a form that no page of ours sends.
  public func answer(
    to event: AnimalsRoute.Event, from location: AnimalsRoute.Location, form values: NamedValues
  ) async throws -> Answer {
    if !isSettled(at: location) { try await settle(at: location) }
    if Self.loadError(in: store.snapshot.state) != nil { try await tryAgain() }
    switch event {
    case .addAnimal:
      return try await save(AnimalForm(adding: values), from: location)
    case .updateAnimal:
      return try await save(AnimalForm(updating: values), from: location)
    case .deleteAnimal, .deleteListedAnimal:
      var reader = ValueReader(values)
      let animalId = reader.field("animalId")
      // Without one, as from a page of an earlier version of the program, the
      // question is asked again.
      let version = reader.text("version")
      try reader.finish()
      return try await delete(animalId, version: version, on: event, from: location)
    case .reloadSampleData:
      return try await reload(from: location)
    case .retryCategories:
      return try await retry(from: location) { $0.categories.status }
    case .retryAnimals:
      return try await retry(from: location) { $0.animals.status }
    }
  }

  private func save(
    _ form: AnimalForm, from location: AnimalsRoute.Location
  ) async throws -> Answer {
    if let error = Self.loadError(in: store.snapshot.state) {
      return again(form, .failed(error), at: location)
    }
    let action: AnimalsAction.UI.AnimalEditor
    do throws(FieldErrors<AnimalForm.Field>) {
      action = try form.action(selectors.read())
    } catch {
      return again(form, .fields(error), at: location)
    }
    let (animal, notice) = form.wanted(by: action)
    let saved = AnimalsRoute.Location(
      categoryId: animal.categoryId, animalId: animal.animalId, notice: notice)
    do {
      let outcome = try await store.perform(
        .ui(.animalEditor(action)), patience: patience,
        given: { try Self.check(form, wants: animal, in: $0) },
        outcome: { Self.outcome(of: $0, on: animal.animalId) })
      switch outcome {
      case .success: return .seeOther(saved.href)
      // Still under way: the page shows it, and follows it.
      case nil: return .seeOther(location.plain.href)
      case .failure(let error): return again(form, .failed(error), at: location)
      }
    } catch is Busy {
      return again(form, .busy, at: location)
    } catch Objection.doneAlready {
      return .seeOther(saved.href)
    } catch Objection.notFound {
      return again(form.addingAnew(id: makeID()), .deleted, at: location)
    } catch Objection.changed(let stored) {
      return again(form.basedOn(stored), .changed(stored: stored), at: location)
    } catch Objection.addedAlready(let animal) {
      return again(form.addingAnew(id: makeID()), .addedAlready(name: animal.name), at: location)
    }
  }

  /// Shows the editor again with all that was typed.
  private func again(
    _ form: AnimalForm, _ problem: AnimalEditor.Container.Problem,
    at location: AnimalsRoute.Location
  ) -> Answer {
    let select = selectors.read()
    let status: Page<AnimalsPage.Presenter>.Status =
      switch problem {
      case .fields: .unprocessableContent
      case .changed, .deleted, .addedAlready: .conflict
      case .failed, .busy: .serviceUnavailable
      }
    var location = location.plain
    // What is gone can be no longer selected.
    if select(.animal(animalId: location.animalId)) == nil { location.animalId = nil }
    if select(.category(categoryId: location.categoryId)) == nil { location.categoryId = nil }
    let editor = AnimalEditor.Container(location: location, form: form, problem: problem)
    return .page(page(at: location, editor: editor, status: status, select))
  }

  private func delete(
    _ animalId: Animal.ID, version: String?, on event: AnimalsRoute.Event,
    from location: AnimalsRoute.Location
  ) async throws -> Answer {
    let here = AnimalsRoute.Location(categoryId: location.categoryId, animalId: animalId)
    if Self.loadError(in: store.snapshot.state) != nil { return unavailable(at: here) }
    let action: AnimalsAction.UI =
      event == .deleteAnimal
      ? .animalDetail(.onTapDeleteSelectedAnimalButton(animalId: animalId))
      : .animalList(.onTapDeleteSelectedAnimalButton(animalId: animalId))
    do {
      let outcome = try await store.perform(
        .ui(action), patience: patience,
        given: { state in
          guard let stored = state.animals.data[animalId] else { throw Objection.notFound }
          try Self.checkIdle(animalId, in: state)
          guard stored.version == version else { throw Objection.changed(stored: stored) }
        },
        outcome: { Self.outcome(of: $0, on: animalId) })
      switch outcome {
      case .success:
        return .seeOther(
          AnimalsRoute.Location(categoryId: location.categoryId, notice: .deleted).href)
      case nil: return .seeOther(here.href)
      // The page says what went wrong: it stands in the state.
      case .failure: return unavailable(at: here)
      }
    } catch Objection.notFound {
      return deletedAlready(animalId, from: location)
    } catch Objection.changed {
      let select = selectors.read()
      // It may have been deleted since.
      guard select(.animal(animalId: animalId)) != nil else {
        return deletedAlready(animalId, from: location)
      }
      return .page(
        page(
          at: canonical(here.opening(.alert(.delete)), select), isChanged: true,
          status: .conflict, select))
    } catch is Busy {
      return unavailable(at: here)
    }
  }

  private func deletedAlready(
    _ animalId: Animal.ID, from location: AnimalsRoute.Location
  ) -> Answer {
    let select = selectors.read()
    return .notFound(
      NotFound(
        title: "The tracks end here",
        message: "There is no animal “\(animalId)” in this guide. It may have been deleted "
          + "already.",
        ways: ways(besides: select(.category(categoryId: location.categoryId)))))
  }

  private func reload(from location: AnimalsRoute.Location) async throws -> Answer {
    do {
      let outcome = try await store.perform(
        .ui(.categoryList(.onTapReloadSampleDataButton)), patience: patience,
        given: { state in
          if state.categories.status == .waiting || state.animals.status == .waiting {
            throw Busy()
          }
        },
        outcome: { action -> Outcome? in
          guard case .data(.persistentSession(let action)) = action else { return nil }
          return switch action {
          case .didReloadSampleData(.success): .success
          case .didReloadSampleData(.failure(let error)): .failure(error)
          // Waited for by those who are busy.
          case .didFetchAnimals, .didFetchCategories: .success
          default: nil
          }
        })
      switch outcome {
      case .success: return .seeOther(AnimalsRoute.Location(notice: .reloaded).href)
      case nil: return .seeOther(AnimalsRoute.Location().href)
      case .failure: return unavailable(at: AnimalsRoute.Location())
      }
    } catch is Busy {
      return unavailable(at: location.plain)
    }
  }

  private func retry(
    from location: AnimalsRoute.Location, _ status: (AnimalsState) -> Status?
  ) async throws -> Answer {
    try await tryAgain()
    guard case .failure = status(store.snapshot.state) else { return .seeOther(location.href) }
    return unavailable(at: location.plain)
  }

  /// Has all that could not be loaded be loaded again: what was wrong with the
  /// one was wrong with the other.
  private func tryAgain() async throws {
    try await store.dispatch(
      actions: .ui(.categoryList(.onTapTryAgainButton)), .ui(.animalList(.onTapTryAgainButton)),
      patience: patience
    ) {
      $0.categories.status != .waiting && $0.animals.status != .waiting
    }
  }

  private func unavailable(at location: AnimalsRoute.Location) -> Answer {
    let select = selectors.read()
    var location = location
    if select(.animal(animalId: location.animalId)) == nil { location.animalId = nil }
    return .page(page(at: location, status: .serviceUnavailable, select))
  }
}

extension AnimalsRoot {
  /// Why there is nothing that could be changed; `nil` where there is.
  private static func loadError(in state: AnimalsState) -> String? {
    func error(_ status: Status?, isEmpty: Bool) -> String? {
      switch status {
      case .failure(let error) where isEmpty: error
      case nil, .waiting: isEmpty ? "The animals are still being loaded." : nil
      default: nil
      }
    }
    return error(state.categories.status, isEmpty: state.categories.data.isEmpty)
      ?? error(state.animals.status, isEmpty: state.animals.data.isEmpty)
  }

  private static func check(
    _ form: AnimalForm, wants animal: Animal, in state: AnimalsState
  ) throws {
    try checkIdle(animal.animalId, in: state)
    let stored = state.animals.data[animal.animalId]
    if stored == animal { throw Objection.doneAlready }
    switch (form.purpose, stored) {
    case (.add, nil): return
    case (.add, let stored?): throw Objection.addedAlready(stored)
    case (.update, nil): throw Objection.notFound
    case (.update(_, let version), let stored?):
      guard stored.version == version else { throw Objection.changed(stored: stored) }
    }
  }

  private static func checkIdle(_ animalId: Animal.ID, in state: AnimalsState) throws {
    if state.animals.queue[animalId] == .waiting { throw Busy() }
  }

  private static func outcome(of action: AnimalsAction, on animalId: Animal.ID) -> Outcome? {
    guard case .data(.persistentSession(let action)) = action else { return nil }
    switch action {
    case .didAddAnimal(animalId, .success), .didUpdateAnimal(animalId, .success),
      .didDeleteAnimal(animalId, .success):
      return .success
    case .didAddAnimal(animalId, .failure(let error)),
      .didUpdateAnimal(animalId, .failure(let error)),
      .didDeleteAnimal(animalId, .failure(let error)),
      .didAbandonOperation(animalId, let error):
      return .failure(error)
    default:
      return nil
    }
  }
}

extension AnimalForm {
  /// The animal as it shall be, and what is said when it is.
  fileprivate func wanted(
    by action: AnimalsAction.UI.AnimalEditor
  ) -> (Animal, AnimalsRoute.Notice) {
    switch action {
    case .onTapAddAnimalButton(let id, let name, let diet, let categoryId):
      (Animal(animalId: id, name: name, diet: diet, categoryId: categoryId), .added)
    case .onTapUpdateAnimalButton(let animalId, let name, let diet, let categoryId):
      (Animal(animalId: animalId, name: name, diet: diet, categoryId: categoryId), .updated)
    }
  }

  /// The same texts, for an animal of their own.
  fileprivate func addingAnew(id: Animal.ID) -> AnimalForm {
    AnimalForm(purpose: .add(id: id), name: name, diet: diet, categoryId: categoryId)
  }

  /// The same texts, knowing what is stored.
  fileprivate func basedOn(_ stored: Animal) -> AnimalForm {
    AnimalForm(
      purpose: .update(animalId: stored.id, version: stored.version), name: name, diet: diet,
      categoryId: categoryId)
  }
}
