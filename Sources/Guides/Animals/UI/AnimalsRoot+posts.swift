import AnimalsData
import HashTreeCollections
import ImmutableData
public import ImmutableUI
import Records

extension AnimalsRoot {
  var editing: Editing<AnimalsState, AnimalsAction, Animal, String> {
    Editing(
      store: store, timeout: timeout, stored: { $0.animals.data[$1] },
      wasDeleted: { state, animalId in
        state.animals.queue[animalId] == .success
          || state.animals.recentlyDeleted.contains { $0.id == animalId }
      },
      isBusy: { $0.animals.queue[$1] == .waiting }, outcome: Self.outcome,
      version: \.version, catchUp: catchUp)
  }

  /// Handles a posted form, and returns the response after its change was
  /// written to disk.
  ///
  /// - Throws: `MalformedRequest` if the form cannot come from a page of the
  ///   guide.
  public func response(
    to event: AnimalsEvent, from location: AnimalsLocation, form values: NamedValues
  ) async throws -> PageResponse {
    if !isReady(at: location) { try await prepare(at: location) }
    if Self.loadError(in: store.snapshot.state) != nil { try await retryLoading() }
    switch event {
    case .addAnimal, .updateAnimal:
      let form = try RecordForm<Animal>(values, isNew: event == .addAnimal, id: "animalId")
      return try await save(form, values, from: location)
    case .restoreAnimal:
      var reader = ValueReader(values)
      let animalId = reader.field("animalId")
      let version = reader.text("version")
      let number = reader.value("number", hint: "Use the number of a version.", Int.init)
      try reader.finish()
      try await recognise(number == nil ? SeveralChanges<Animal>.undo(of: animalId) : nil)
      return try await restore(animalId, to: number, version: version, from: location)
    case .deleteAnimals, .changeAnimals:
      let form = try SeveralForm(values)
      try await recognise(form.operation)
      return event == .deleteAnimals
        ? try await deleteSeveral(form, from: location)
        : try await changeSeveral(form, values, from: location)
    case .importAnimals: return try await importAnimals(values, from: location)
    case .undoReload:
      try await catchUp(timeout)
      guard store.snapshot.state.animals.beforeReload != nil else {
        return .seeOther(AnimalsLocation().href)
      }
      return try await reload(
        by: .onTapUndoReloadButton, from: location,
        to: AnimalsLocation().with {
          $0.notice = .restored
          $0.several = store.snapshot.state.animals.beforeReload?.count ?? 0
        })
    case .deleteAnimal, .deleteListedAnimal:
      var reader = ValueReader(values)
      let animalId = reader.field("animalId")
      // A page of an earlier version of the program sends none: the visitor is
      // asked to confirm again.
      let version = reader.text("version")
      try reader.finish()
      return try await delete(animalId, version: version, on: event, from: location)
    case .reloadSampleData:
      return try await reload(
        by: .onTapReloadSampleDataButton, from: location, to: AnimalsLocation(notice: .reloaded))
    case .retryCategories:
      return try await retry(from: location) { $0.categories.status }
    case .retryAnimals:
      return try await retry(from: location) { $0.animals.status }
    }
  }

  /// Returns the origin of a change that the visitor asks for.
  func origin(_ cause: ChangeOrigin.Cause = .form) -> ChangeOrigin {
    ChangeOrigin(visitor: Visitor.current?.name, date: now(), cause: cause)
  }

  private func save(
    _ form: RecordForm<Animal>, _ values: NamedValues, from location: AnimalsLocation
  ) async throws -> PageResponse {
    if let error = Self.loadError(in: store.snapshot.state) {
      return redisplay(form, .failed(error), at: location)
    }
    let select = selectors.read()
    let stored = select(.animal(animalId: form.purpose.id))
    let isNew = form.purpose.isNew
    let animal: Animal
    do throws(FieldErrors<String>) {
      animal = try form.record(editing: stored, in: select.records())
        .renamed(to: form.purpose.id)
    } catch {
      return redisplay(form, .fields(error), at: location)
    }
    let isNamed = stored == nil || stored?.name != animal.name
    // The form asks once. That of a program does not.
    if isNamed, !values.values(of: "ask").isEmpty, stored == nil || !isNew,
      let other = AnimalsState.selectAnimal(
        likeName: animal.name, categoryId: animal.categoryId, besides: animal.id
      )(store.snapshot.state)
    {
      return redisplay(form, .similar(other), at: location)
    }
    let action: AnimalsAction.UI.AnimalEditor =
      isNew
      ? .onTapAddAnimalButton(
        id: animal.id, name: animal.name, diet: animal.diet, categoryId: animal.categoryId,
        note: animal.note, by: origin())
      : .onTapUpdateAnimalButton(
        animalId: animal.id, name: animal.name, diet: animal.diet, categoryId: animal.categoryId,
        note: animal.note, by: origin())
    switch try await editing.save(animal, for: form.purpose, by: .ui(.animalEditor(action))) {
    case .done:
      return .seeOther(
        showing(animal, at: location).with {
          $0.notice = isNew ? .added : .updated
          if isNew, !values.values(of: "another").isEmpty { $0.dialog = .add }
        }.href)
    // The page shows the progress, and is updated when the operation ends.
    case .underWay: return .seeOther(location.plain.href)
    case .refused(let problem): return redisplay(form, problem, at: location)
    }
  }

  /// Returns the location of an animal, in the list of a location if that has it.
  func showing(_ animal: Animal, at location: AnimalsLocation) -> AnimalsLocation {
    location.with {
      $0.animalId = animal.id
      $0.page = nil
      $0.search = nil
      if $0.categoryId != AnimalsLocation.all { $0.categoryId = animal.categoryId }
    }
  }

  /// Returns the editor with a draft and its problem.
  func redisplay(
    _ draft: RecordForm<Animal>, _ problem: AnimalEditor.Container.Problem,
    at location: AnimalsLocation
  ) -> PageResponse {
    var form = draft
    form.purpose = editing.purpose(of: form.purpose, after: problem, makeID: makeID)
    let select = selectors.read()
    let location = existing(location.plain, select)
    let editor = AnimalEditor.Container(location: location, form: form, problem: problem)
    return .page(page(at: location, editor: editor, status: problem.status(), select))
  }

  /// Returns the location without a selection that no longer exists.
  func existing(_ location: AnimalsLocation, _ select: SelectAnimals) -> AnimalsLocation {
    var location = location
    if select(.animal(animalId: location.animalId)) == nil { location.animalId = nil }
    if let categoryId = location.onlyCategory, select(.category(categoryId: categoryId)) == nil {
      location.categoryId = nil
    }
    return location
  }

  private func delete(
    _ animalId: Animal.ID, version: String?, on event: AnimalsEvent,
    from location: AnimalsLocation
  ) async throws -> PageResponse {
    let here = location.with { $0.animalId = animalId }
    if Self.loadError(in: store.snapshot.state) != nil { return unavailable(at: here) }
    let action: AnimalsAction.UI =
      event == .deleteAnimal
      ? .animalDetail(.onTapDeleteSelectedAnimalButton(animalId: animalId, by: origin()))
      : .animalList(.onTapDeleteSelectedAnimalButton(animalId: animalId, by: origin()))
    switch try await editing.delete(animalId, version: version, by: .ui(action)) {
    case .done: return deleted(animalId, from: location)
    case .underWay: return .seeOther(here.href)
    case .refused(.deleted): return gone(animalId, version: version, from: location)
    case .refused(.changed):
      let select = selectors.read()
      // The animal may have been deleted since the conflict was found.
      guard select(.animal(animalId: animalId)) != nil else {
        return gone(animalId, version: version, from: location)
      }
      return .page(
        page(
          at: canonical(here.with { $0.dialog = .delete }, select), isChanged: true,
          status: .conflict, select))
    // The page shows the error, which is part of the state.
    case .refused: return unavailable(at: here)
    }
  }

  private func deleted(
    _ animalId: Animal.ID, from location: AnimalsLocation
  ) -> PageResponse {
    .seeOther(
      location.with {
        $0.animalId = animalId
        $0.notice = .deleted
      }.href)
  }

  /// Returns the response to the deletion of an animal that does not exist. If this
  /// version was deleted, that is the outcome of the same form, posted before.
  private func gone(
    _ animalId: Animal.ID, version: String?, from location: AnimalsLocation
  ) -> PageResponse {
    let wasPosted = store.snapshot.state.animals.recentlyDeleted.contains {
      $0.id == animalId && $0.version == version
    }
    return wasPosted
      ? deleted(animalId, from: location)
      : .notFound(missing(animalId, at: location, selectors.read()))
  }

  private func reload(
    by action: AnimalsAction.UI.CategoryList, from location: AnimalsLocation,
    to target: AnimalsLocation
  ) async throws -> PageResponse {
    do {
      let outcome = try await store.perform(
        .ui(.categoryList(action)), timeout: timeout,
        given: { state in
          if state.categories.status == .waiting || state.animals.status == .waiting {
            throw Busy()
          }
        },
        outcome: { action -> EditOutcome? in
          guard case .data(.persistentSession(let action)) = action else { return nil }
          return switch action {
          case .didReloadSampleData(.success): .success
          case .didReloadSampleData(.failure(let error)): .failure(error)
          // A reload has to wait for a load that is in progress.
          case .didFetchAnimals, .didFetchCategories: .success
          default: nil
          }
        })
      switch outcome {
      case .success: return .seeOther(target.href)
      case nil: return .seeOther(AnimalsLocation().href)
      case .failure, .stale, .deleted: return unavailable(at: AnimalsLocation())
      }
    } catch is Busy {
      return unavailable(at: location.plain)
    }
  }

  private func retry(
    from location: AnimalsLocation, _ status: (AnimalsState) -> Status?
  ) async throws -> PageResponse {
    try await retryLoading()
    guard case .failure = status(store.snapshot.state) else { return .seeOther(location.href) }
    return unavailable(at: location.plain)
  }

  /// Retries every failed load: both failures usually have the same cause.
  private func retryLoading() async throws {
    try await store.dispatch(
      actions: .ui(.categoryList(.onTapTryAgainButton)), .ui(.animalList(.onTapTryAgainButton)),
      timeout: timeout
    ) {
      $0.categories.status != .waiting && $0.animals.status != .waiting
    }
  }

  func unavailable(at location: AnimalsLocation) -> PageResponse {
    let select = selectors.read()
    return .page(page(at: existing(location, select), status: .serviceUnavailable, select))
  }
}

extension AnimalsRoot {
  /// The reason why no animal can be changed; `nil` if the animals are loaded.
  static func loadError(in state: AnimalsState) -> String? {
    var isWaiting = false
    for (status, isEmpty) in [
      (state.categories.status, state.categories.data.isEmpty),
      (state.animals.status, state.animals.data.isEmpty),
    ] where isEmpty {
      switch status {
      case .failure(let error): return error
      case nil, .waiting: isWaiting = true
      default: break
      }
    }
    return isWaiting ? "The animals are still being loaded." : nil
  }

  @Sendable private static func outcome(
    of action: AnimalsAction, on animalId: Animal.ID
  ) -> EditOutcome? {
    guard case .data(.persistentSession(let action)) = action else { return nil }
    switch action {
    case .didAddAnimal(animalId, .success), .didUpdateAnimal(animalId, .success),
      .didDeleteAnimal(animalId, .success):
      return .success
    case .didAddAnimal(animalId, .failure(let error)),
      .didUpdateAnimal(animalId, .failure(let error)),
      .didDeleteAnimal(animalId, .failure(let error)):
      return .failure(error)
    case .didChangeAnimals(animalId, .success): return .success
    case .didChangeAnimals(animalId, .failure(let error)): return .failure(error)
    case .didAbandonOperation(animalId, _):
      return .deleted
    case .didRejectStaleOperation(animalId):
      return .stale
    default:
      return nil
    }
  }
}
