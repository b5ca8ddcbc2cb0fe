import AnimalsData
import Durable
import Foundation
import HashTreeCollections
import ImmutableData
import ImmutableUI
import Logging
import Records
import TestSupport
import Testing

@testable import AnimalsUI
@testable import WebSite

/// Animals that several instances keep in one PostgreSQL database.
@Suite(.timeLimit(.minutes(2)))
struct AnimalsInstancesTests {
  /// A new schema of the tests' server.
  private struct Cluster {
    let place: DurablePlace

    init() throws { place = try DurablePlace(.postgres) }

    func instance() async throws -> Instance {
      let instance = Instance(try await place.storage())
      try await instance.storage.start()
      return instance
    }
  }

  /// An instance of the program, without HTTP.
  private final class Instance: Sendable {
    let store = Store(
      initialState: AnimalsState(), reducer: AnimalsReducer.reduce(state:action:))
    let storage: DurableStorage
    let animals: LocalStore<UUID>
    let root: AnimalsRoot
    private let listener: Listener<LocalStore<UUID>>

    init(_ storage: DurableStorage) {
      self.storage = storage
      let animals = LocalStore<UUID>(in: storage, store: store)
      self.animals = animals
      listener = Listener(store: animals)
      listener.listen(to: store)
      root = AnimalsRoot(
        store: store, timeout: .seconds(20),
        catchUp: { [storage] limit in
          try await storage.log(named: "animals")?.catchUp(within: limit)
        }, hasPerformed: { try await animals.hasPerformed($0) }, makeID: { UUID().uuidString })
    }

    deinit {
      listener.stop()
      Task { [storage] in try await storage.close() }
    }

    var state: AnimalsState { store.snapshot.state }
    var names: [String] { state.animals.data.values.map(\.name).sorted() }

    /// The part of the state that all instances share.
    var shared: AnimalsState {
      var state = state
      state.animals.queue = [:]
      state.animals.records.operations = []
      return state
    }

    func post(_ event: AnimalsEvent, _ form: [String: String] = [:]) async throws -> Int {
      func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      }
      let body = form.map { "\(encoded($0.key))=\(encoded($0.value))" }.joined(separator: "&")
      let response = try await root.response(
        to: event, from: AnimalsLocation(), form: NamedValues(parsing: Array(body.utf8)))
      return switch response {
      case .page(let page): page.status.rawValue
      case .seeOther: 303
      case .notFound: 404
      }
    }

    /// Posts the form of the dialog that an animal’s page shows.
    func delete(_ animal: Animal) async throws -> Int {
      try await post(.deleteAnimal, ["animalId": animal.id, "version": animal.version])
    }

    func update(_ animal: Animal, version: String) async throws -> Int {
      try await post(
        .updateAnimal,
        [
          "animalId": animal.id, "version": version, "name": animal.name,
          "diet": animal.diet.rawValue, "categoryId": animal.categoryId,
        ])
    }

    func add(_ animal: Animal) async throws -> Int {
      try await post(
        .addAnimal,
        [
          "id": animal.id, "name": animal.name, "diet": animal.diet.rawValue,
          "categoryId": animal.categoryId,
        ])
    }
  }

  private static let eagle = Animal(
    animalId: "Eagle", name: "Golden eagle", diet: .carnivorous, categoryId: "Bird")

  private static func renamed(_ animal: Animal, _ name: String) -> Animal {
    Animal(animalId: animal.id, name: name, diet: animal.diet, categoryId: animal.categoryId)
  }

  @Test func `Instances that start together add the samples once`() async throws {
    let cluster = try Cluster()
    let instances = try await withThrowingTaskGroup { group in
      for _ in 0..<3 { group.addTask { try await cluster.instance() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for instance in instances {
      #expect(instance.names == Animal.samples.map(\.name).sorted())
      #expect(instance.state.categories.data.count == Category.samples.count)
      #expect(instance.state.animals.newest(16) == Animal.samples.reversed().map(\.id))
      #expect(instance.shared == instances[0].shared)
    }
  }

  @Test func `Animals of a file are copied in their order`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "animals.sqlite")
    let file = LocalStore<UUID>(url: url)
    // Their ids have another order.
    for number in (0..<500).reversed() {
      _ = try await file.addAnimalMutation(
        Animal(animalId: "\(number)", name: "Ant \(number)", diet: .omnivorous, categoryId: "Fish"),
        by: ChangeOrigin())
    }
    _ = try await file.deleteAnimalMutation(animalId: "Newt")
    let animals = try await file.fetchAnimalsQuery()
    try await file.close()
    let cluster = try Cluster()
    let instance = Instance(try await cluster.place.storage())
    try await instance.storage.importData(from: folder.url)
    try await instance.storage.start()
    #expect(try await instance.animals.fetchAnimalsQuery() == animals)
    #expect(try await instance.add(Self.eagle) == 303)
    #expect(instance.state.animals.newest(6) == ["Eagle", "0", "1", "2", "3", "4"])
  }

  @Test func `A change of one instance reaches the other`() async throws {
    let cluster = try Cluster()
    let (first, second) = (try await cluster.instance(), try await cluster.instance())
    #expect(try await first.add(Self.eagle) == 303)
    #expect(first.state.animals.data["Eagle"] == Self.eagle, "an answered change is in memory")
    try await eventually("the second has it") { second.state.animals.data["Eagle"] == Self.eagle }
    let hawk = Self.renamed(Self.eagle, "Hawk")
    #expect(try await second.update(hawk, version: Self.eagle.version) == 303)
    try await eventually("the first has it") { first.state.animals.data["Eagle"] == hawk }
    #expect(try await first.delete(.newt) == 303)
    try await eventually("the second has it") { second.state.animals.data["Newt"] == nil }
    #expect(second.state.animals.recentlyDeleted == [.newt])
    #expect(
      second.state.animals.newest(16) == ["Eagle", "Sparrow", "Bibbon", "Kangaroo", "Cat", "Dog"])
    #expect(try await first.update(Self.renamed(.dog, "Hound"), version: Animal.dog.version) == 303)
    try await eventually("the second has it") {
      second.state.animals.data["Dog"]?.name == "Hound"
    }
    let third = try await cluster.instance()
    #expect(third.shared == first.shared)
    #expect(second.shared == first.shared)
    for instance in [first, second, third] {
      let list = AnimalsState.selectAnimals(of: AnimalsList(order: .changed))(instance.state)
      #expect(list.map(\.id) == ["Dog", "Eagle", "Sparrow", "Bibbon", "Kangaroo", "Cat"])
    }
  }

  @Test func `A reload of the sample data is one change`() async throws {
    let cluster = try Cluster()
    let (first, second) = (try await cluster.instance(), try await cluster.instance())
    #expect(try await first.add(Self.eagle) == 303)
    #expect(try await first.delete(.dog) == 303)
    try await eventually("the second has both") {
      second.state.animals.data["Dog"] == nil && second.state.animals.data["Eagle"] != nil
    }
    #expect(try await second.post(.reloadSampleData) == 303)
    #expect(second.names == Animal.samples.map(\.name).sorted())
    #expect(second.state.animals.newest(16) == Animal.samples.reversed().map(\.id))
    try await eventually("the first has the samples") {
      first.storage.log(named: "animals")?.position == 4
    }
    #expect(first.shared == second.shared)
    #expect(try await first.animals.fetchAnimalsQuery() == Animal.samples)
    #expect(try await first.add(Self.eagle) == 409, "a late copy of the form")
    let other = Animal(
      animalId: "Other", name: "Other eagle", diet: .carnivorous, categoryId: "Bird")
    #expect(try await first.add(other) == 303)
    #expect(first.state.animals.newest(1).first == "Other")
    #expect(try await cluster.instance().shared == first.shared)
  }

  @Test func `Of two edits of one version one is saved`() async throws {
    let cluster = try Cluster()
    let instances = [try await cluster.instance(), try await cluster.instance()]
    for round in 0..<10 {
      try await eventually("both have the same") { instances[0].shared == instances[1].shared }
      let old = try #require(instances[0].state.animals.data["Dog"])
      let statuses = try await withThrowingTaskGroup { group in
        for (number, instance) in instances.enumerated() {
          let new = Self.renamed(old, "Dog \(round) of \(number)")
          group.addTask { try await instance.update(new, version: old.version) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.sorted() == [303, 409])
    }
    for instance in instances {
      #expect(!instance.state.animals.queue.values.contains(.waiting))
    }
  }

  @Test func `An edit and a deletion of one version exclude each other`() async throws {
    let cluster = try Cluster()
    let (first, second) = (try await cluster.instance(), try await cluster.instance())
    for animal in Animal.samples {
      async let one = first.update(Self.renamed(animal, "New"), version: animal.version)
      async let other = second.delete(animal)
      let statuses = try await [one, other]
      #expect(statuses == [303, 409] || statuses == [409, 303])
    }
  }

  @Test func `An edit of an animal that another instance deleted is a conflict`() async throws {
    let cluster = try Cluster()
    let (first, second) = (try await cluster.instance(), try await cluster.instance())
    #expect(try await first.delete(.dog) == 303)
    #expect(
      try await second.update(Self.renamed(.dog, "Sea dog"), version: Animal.dog.version) == 409)
    #expect(try await second.delete(.dog) == 303)
    #expect(second.state.animals.data["Dog"] == nil)
  }

  @Test func `A form that is posted to both instances is saved once`() async throws {
    let cluster = try Cluster()
    let (first, second) = (try await cluster.instance(), try await cluster.instance())
    async let one = first.add(Self.eagle)
    async let other = second.add(Self.eagle)
    #expect(try await [one, other] == [303, 303])
    #expect(second.state.animals.data.count == Animal.samples.count + 1)
    let hawk = Self.renamed(Self.eagle, "Hawk")
    try await eventually("both have it") { first.shared == second.shared }
    async let update = first.update(hawk, version: Self.eagle.version)
    async let again = second.update(hawk, version: Self.eagle.version)
    #expect(try await [update, again] == [303, 303])
    #expect(second.state.animals.data["Eagle"] == hawk)
  }

  @Test func `Two animals of one form are a conflict`() async throws {
    let cluster = try Cluster()
    let (first, second) = (try await cluster.instance(), try await cluster.instance())
    async let one = first.add(Self.eagle)
    async let other = second.add(Self.renamed(Self.eagle, "Hawk"))
    #expect(try await [one, other].sorted() == [303, 409])
  }

  /// A post to an instance that does not know yet what was posted to another.
  enum LatePost: String, CaseIterable {
    case editOfNewVersion, deletionOfNewVersion, deletionOfNewAnimal, editWithoutChange
    case copyOfForm
  }

  @Test(arguments: LatePost.allCases)
  func `An instance that is behind asks the database before it answers`(
    post: LatePost
  ) async throws {
    let cluster = try Cluster()
    let (first, second) = (try await cluster.instance(), try await cluster.instance())
    #expect(try await first.add(Self.eagle) == 303)
    try await eventually("both have it") { first.shared == second.shared }
    let hawk = Self.renamed(Self.eagle, "Hawk")
    let owl = Animal(animalId: "Owl", name: "Owl", diet: .carnivorous, categoryId: "Bird")
    switch post {
    case .editOfNewVersion:
      #expect(try await first.update(hawk, version: Self.eagle.version) == 303)
      let kite = Self.renamed(Self.eagle, "Kite")
      #expect(try await second.update(kite, version: hawk.version) == 303)
      #expect(second.state.animals.data["Eagle"] == kite)
    case .deletionOfNewVersion:
      #expect(try await first.update(hawk, version: Self.eagle.version) == 303)
      #expect(try await second.delete(hawk) == 303)
      #expect(second.state.animals.data["Eagle"] == nil)
    case .deletionOfNewAnimal:
      #expect(try await first.add(owl) == 303)
      #expect(try await second.delete(owl) == 303)
      #expect(second.state.animals.data["Owl"] == nil)
    case .editWithoutChange:
      #expect(try await first.update(hawk, version: Self.eagle.version) == 303)
      #expect(try await second.update(Self.eagle, version: Self.eagle.version) == 409)
    case .copyOfForm:
      #expect(try await first.delete(Self.eagle) == 303)
      #expect(try await second.add(Self.eagle) == 409)
      #expect(second.state.animals.data["Eagle"] == nil)
    }
    try await eventually("both have the same") { first.shared == second.shared }
  }

  @Test func `An instance that is cut off confirms and denies nothing`() async throws {
    let cluster = try Cluster()
    let (first, second) = (try await cluster.instance(), try await cluster.instance())
    #expect(try await first.add(Self.eagle) == 303)
    try await eventually("both have it") { first.shared == second.shared }
    try await second.storage.close()
    #expect(try await first.delete(Self.eagle) == 303)
    #expect(try await second.add(Self.eagle) == 503)
    #expect(try await second.update(Self.eagle, version: Self.eagle.version) == 503)
    #expect(try await second.update(Self.renamed(.dog, "Sea dog"), version: "another") == 503)
    #expect(
      try await second.post(.deleteAnimal, ["animalId": "nobody", "version": "any"]) == 503)
  }

  @Test func `A late copy of a form does not bring an animal back`() async throws {
    let cluster = try Cluster()
    let first = try await cluster.instance()
    #expect(try await first.add(Self.eagle) == 303)
    #expect(try await first.delete(Self.eagle) == 303)
    // It has started since, so it remembers neither.
    let second = try await cluster.instance()
    #expect(try await second.add(Self.eagle) == 409)
    #expect(second.names == Animal.samples.map(\.name).sorted())
    let other = Animal(
      animalId: "Other", name: Self.eagle.name, diet: .carnivorous, categoryId: "Bird")
    #expect(try await second.add(other) == 303, "the form that is shown again has another id")
  }

  @Test func `A database that is away is reported, and nothing is lost`() async throws {
    let cluster = try Cluster()
    let instance = try await cluster.instance()
    try await instance.storage.close()
    let before = instance.shared
    #expect(try await instance.add(Self.eagle) == 503)
    #expect(try await instance.delete(.dog) == 503)
    #expect(instance.shared == before)
    #expect(try await instance.post(.reloadSampleData) == 503)
    #expect(instance.names == Animal.samples.map(\.name).sorted())
  }

  @Test func `Hostile text is stored as it is`() async throws {
    let cluster = try Cluster()
    let first = try await cluster.instance()
    let animal = Self.renamed(Self.eagle, #"'); -- "$1"\🐙"#)
    #expect(try await first.add(animal) == 303)
    #expect(try await cluster.instance().state.animals.data["Eagle"] == animal)
  }

  @Test func `The guide uses the shared database`() async throws {
    let cluster = try Cluster()
    let storage = try await cluster.place.storage()
    let context = GuideContext(
      dataFolder: URL(fileURLWithPath: "/nonexistent"), storage: storage,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, observer: nil,
      userAgent: "test", assets: try Assets(folder: nil))
    let guide = AnimalsGuide(context)
    #expect(guide.isShareable)
    #expect(guide.file == nil)
    try await storage.start()
    try await guide.start()
    #expect(guide.isLoaded())
    #expect(try await guide.sitemapPages().count == Category.samples.count + Animal.samples.count)
    try await guide.stop()
    try await storage.close()
  }

  @Test func `A page that is requested during the start waits for the data`() async throws {
    let cluster = try Cluster()
    let instance = Instance(try await cluster.place.storage())
    async let page: Void = instance.root.prepare(at: .init())
    #expect(!instance.root.isReady(at: .init()))
    try await instance.storage.start()
    try await page
    #expect(instance.root.isReady(at: .init()))
    #expect(instance.names == Animal.samples.map(\.name).sorted())
  }

  @Test func `An operation on several animals reaches the other instance as one`() async throws {
    let cluster = try Cluster()
    let (first, second) = (try await cluster.instance(), try await cluster.instance())
    let edits = [Animal.dog, Animal.cat].map { RecordEdit<Animal>(id: $0.id, old: $0, new: nil) }
    let operation = RecordsOperation(
      id: "op", edits: edits, by: ChangeOrigin(visitor: "anna"), isForSeveral: true)
    try await first.animals.changeAnimalsMutation(operation)
    try await eventually("the second has it") {
      second.state.animals.records.operation("op") == operation
    }
    // None is changed if one is not as expected.
    let stale = RecordsOperation(
      id: "op2",
      edits: [
        RecordEdit(id: "Newt", old: Animal.newt, new: nil),
        RecordEdit(id: "Dog", old: .dog, new: nil),
      ], isForSeveral: true)
    await #expect(throws: StaleAnimalError.self) {
      try await second.animals.changeAnimalsMutation(stale)
    }
    #expect(second.state.animals.data["Newt"] == .newt)
    let history = try await second.animals.changesQuery(VersionQuery(record: "Dog"))
    #expect(history.map(\.visitor) == ["anna", nil])
    #expect(history.map(\.kind) == [.delete, .sample])
  }

  @Test func `The history has each change and its visitor`() async throws {
    let cluster = try Cluster()
    let instance = try await cluster.instance()
    var noted = Self.eagle
    noted.note = "High up."
    _ = try await instance.animals.addAnimalMutation(
      Self.eagle, by: ChangeOrigin(visitor: "anna"))
    _ = try await instance.animals.updateAnimalMutation(
      noted, replacing: Self.eagle, by: ChangeOrigin(visitor: "ben"))
    _ = try await instance.animals.deleteAnimalMutation(
      animalId: noted.id, replacing: noted, by: ChangeOrigin())
    let history = try await instance.animals.changesQuery(VersionQuery(record: noted.id))
    #expect(history.map(\.kind) == [.delete, .update, .add])
    #expect(history.map(\.visitor) == [nil, "ben", "anna"])
  }

  @Test func `An operation with an unknown category is rejected`() async throws {
    let cluster = try Cluster()
    let instance = try await cluster.instance()
    await #expect(throws: LocalStoreError.categoryNotFound) {
      try await instance.animals.addAnimalMutation(
        name: "N", diet: .omnivorous, categoryId: "Fungus")
    }
    await #expect(throws: LocalStoreError.categoryNotFound) {
      try await instance.animals.updateAnimalMutation(
        Animal(animalId: "Dog", name: "N", diet: .omnivorous, categoryId: "Fungus"),
        replacing: .dog, by: ChangeOrigin())
    }
    #expect(instance.names == Animal.samples.map(\.name).sorted())
  }
}
