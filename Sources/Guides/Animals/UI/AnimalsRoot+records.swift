import AnimalsData
import HashTreeCollections
import ImmutableData
public import ImmutableUI
import Look
import Markup
public import Records

// What the guide has in common with guides of records: several animals at once, earlier
// versions, and files.

extension AnimalsRoot {
  private typealias Several = SeveralChanges<Animal>

  private func several(at location: AnimalsLocation) -> Several {
    func target(_ event: AnimalsEvent) -> Href {
      AnimalsRoute.post(event, from: location.plain).href
    }
    return Several(
      of: store.snapshot.state.records, in: selectors.read().records(),
      targets: .init(
        delete: target(.deleteAnimals), change: target(.changeAnimals),
        restore: target(.restoreAnimal), cancel: location.plain.href),
      makeID: makeID)
  }

  /// Performs changes as one operation.
  private func perform(
    _ edits: [RecordEdit<Animal>], as id: String, _ cause: ChangeOrigin.Cause = .form,
    within limit: Duration? = nil
  ) async throws -> Editing<AnimalsState, AnimalsAction, Animal, String>.Answer {
    if edits.isEmpty { return .done }
    return try await editing.change(
      edits.map(\.id), operation: id, by: Self.action(edits, as: id, origin(cause)), within: limit)
  }

  private static func action(
    _ edits: [RecordEdit<Animal>], as id: String, _ origin: ChangeOrigin
  ) -> AnimalsAction {
    let edits = edits.map {
      RecordEdit(id: $0.id, old: $0.old, new: $0.new?.renamed(to: $0.id))
    }
    return .ui(
      .animalList(
        .onTapChangeAnimalsButton(
          RecordsOperation(id: id, edits: edits, by: origin, isForSeveral: true))))
  }

  // MARK: Several animals

  /// Asks which of the selected animals to delete, or deletes them.
  func deleteSeveral(
    _ form: SeveralForm, from location: AnimalsLocation
  ) async throws -> PageResponse {
    if Self.loadError(in: store.snapshot.state) != nil { return unavailable(at: location.plain) }
    let list = location.listLocation
    func deleted(_ count: Int) -> PageResponse {
      .seeOther(
        list.with {
          $0.animalId = form.operation
          $0.notice = .deleted
          $0.several = count
        }.href)
    }
    let step = several(at: location).deletion(form)
    guard case .perform(let edits, let count) = step, let operation = form.operation else {
      return show(step, at: location, after: deleted)
    }
    switch try await perform(edits, as: operation) {
    case .done: return deleted(count)
    case .underWay: return .seeOther(list.href)
    case .refused(.rejected), .refused(.busy):
      return show(
        several(at: location).deletion(form, isRefused: true), at: location, after: deleted)
    case .refused: return unavailable(at: location.plain)
    }
  }

  /// Asks for a value of a field, or gives it to the selected animals.
  func changeSeveral(
    _ form: SeveralForm, _ values: NamedValues, from location: AnimalsLocation
  ) async throws -> PageResponse {
    if Self.loadError(in: store.snapshot.state) != nil { return unavailable(at: location.plain) }
    func changed(_ count: Int) -> PageResponse {
      .seeOther(
        location.listLocation.with {
          $0.animalId = form.operation
          $0.notice = .updated
          $0.several = count
        }.href)
    }
    let step = try several(at: location).change(form, values)
    guard case .perform(let edits, let count) = step, let operation = form.operation else {
      return show(step, at: location, after: changed)
    }
    switch try await perform(edits, as: operation) {
    case .done: return changed(count)
    case .underWay: return .seeOther(location.listLocation.href)
    case .refused(.rejected(let reason)):
      let step = try several(at: location).change(form, values, refusedFor: reason)
      return show(step, at: location, after: changed)
    case .refused: return unavailable(at: location.plain)
    }
  }

  private func show(
    _ step: Several.Step, at location: AnimalsLocation,
    after wasDone: (_ count: Int) -> PageResponse
  ) -> PageResponse {
    switch step {
    case .ask(let dialog, let status):
      .page(page(at: location.plain, dialog: .several(dialog), status: status, selectors.read()))
    case .perform(_, let count), .wasDone(let count): wasDone(count)
    }
  }

  // MARK: Earlier versions

  /// Restores a version of an animal, or undoes a deletion.
  ///
  /// - Parameters:
  ///   - animalId: the id of the animal, or of the deletion of several.
  ///   - number: the number of the version; `nil` for what was deleted last.
  ///   - version: the version of the animal that the page showed; `nil` if it was deleted.
  func restore(
    _ animalId: Animal.ID, to number: Int?, version: String?, from location: AnimalsLocation
  ) async throws -> PageResponse {
    let list = location.listLocation
    if Self.loadError(in: store.snapshot.state) != nil { return unavailable(at: list) }
    let state = store.snapshot.state
    let stored = state.animals.data[animalId]
    // Undone twice.
    let undo = Several.undo(of: animalId)
    if number == nil, state.animals.queue[undo] == .success { return .seeOther(list.href) }
    if number == nil, let stored { return restored(stored, from: location) }
    if number == nil, let deletion = state.records.deletions.first(where: { $0.id == animalId }),
      deletion.entries.map(\.id) != [animalId]
    {
      let step = several(at: list).restoration(of: deletion)
      guard case .perform(let edits, let count) = step else {
        return show(step, at: list) { _ in .seeOther(list.href) }
      }
      guard case .done = try await perform(edits, as: undo, .restoration) else {
        return unavailable(at: list)
      }
      return .seeOther(
        list.with {
          $0.animalId = undo
          $0.notice = .restored
          $0.several = count
        }.href)
    }
    guard let content = await savedContent(of: animalId, number) else {
      return .notFound(missing(animalId, at: location, selectors.read()))
    }
    var animal = stored ?? Animal()
    var draft = RecordForm<Animal>(
      purpose: stored == nil ? .add(id: makeID()) : .update(id: animalId, version: version ?? ""),
      showing: animal)
    draft.restore(content, to: &animal, isNew: stored == nil)
    let here = location.with { $0.animalId = stored?.id }
    do throws(FieldErrors<String>) {
      animal = try draft.record(editing: animal, in: selectors.read().records())
        .renamed(to: animalId)
    } catch {
      return redisplay(draft, .fields(error), at: here)
    }
    let operation = RecordsOperation(
      id: animalId, edits: [RecordEdit(id: animalId, old: stored, new: animal)],
      by: origin(.restoration))
    let purpose: FormPurpose = stored == nil ? .add(id: animalId) : draft.purpose
    switch try await editing.save(
      animal, for: purpose, isRestoring: true,
      by: .ui(.animalList(.onTapChangeAnimalsButton(operation))))
    {
    // An animal that was added again and changed since is left as it is.
    case .done, .refused(.addedAlready): return restored(animal, from: location)
    case .underWay: return .seeOther(here.href)
    case .refused(let problem): return redisplay(draft, problem, at: here)
    }
  }

  private func restored(_ animal: Animal, from location: AnimalsLocation) -> PageResponse {
    .seeOther(showing(animal, at: location).with { $0.notice = .restored }.href)
  }

  /// Returns the content of a version; `nil` if it is not known.
  private func savedContent(of animalId: Animal.ID, _ number: Int?) async -> RecordContent? {
    let state = store.snapshot.state
    if number == nil, let deleted = state.records.deletedRecord(animalId) {
      return RecordContent(deleted)
    }
    guard let histories,
      case .success(let versions) = await histories.load(
        animalId, after: state.animals.changes[animalId])
    else { return nil }
    guard let number else { return versions.first { $0.kind == .delete }?.before }
    return versions.first { $0.number == number }?.restored
  }

  // MARK: Files

  /// Checks a file, and says what it would change; or imports it after that.
  func importAnimals(
    _ values: NamedValues, from location: AnimalsLocation
  ) async throws -> PageResponse {
    let list = location.listLocation
    if Self.loadError(in: store.snapshot.state) != nil { return unavailable(at: list) }
    let origin = origin(.importing)
    let file = try RecordsImport<Animal>(
      values, in: selectors.read().records(), at: origin.date, makeID: makeID)
    try await recognise(file.operation)
    let outcome = try await file.outcome(into: { store.snapshot.state.records }) {
      try store.rehearse(Self.action($0, as: makeID(), origin))
    } perform: {
      try await perform($0, as: $1, .importing, within: RecordsImport<Animal>.patience)
    }
    switch outcome {
    case .check(let check, let status):
      let dialog = ImportDialog.ViewState(
        of: Animal.self, check, action: AnimalsRoute.post(.importAnimals, from: list.plain).href,
        cancel: list.plain.href)
      return .page(
        page(at: list.plain, dialog: .importing(dialog), status: status, selectors.read()))
    case .imported(let count, let operation):
      return .seeOther(
        list.with {
          $0.animalId = operation
          $0.notice = .imported
          $0.several = count
          if $0.list == nil { $0.categoryId = AnimalsLocation.all }
        }.href)
    case .wasDone: return .seeOther(list.plain.href)
    case .unavailable: return unavailable(at: list)
    }
  }

  /// Returns a file with the animals of a list, in its order.
  public func content(of download: ListExport<AnimalsLocation>) async throws -> DownloadContent {
    let location = AnimalsLocation()
    if !isReady(at: location) { try await prepare(at: location) }
    let list = download.location.list ?? AnimalsList()
    return download.format.content(of: Animal.self, in: selectors.read().records()) {
      let state = store.snapshot.state
      let animals = AnimalsState.selectAnimals(of: list, in: 0..<Int.max)(state)
      return (animals.count, { range in animals[range].map { Entry(id: $0.id, record: $0) } })
    }
  }
}
