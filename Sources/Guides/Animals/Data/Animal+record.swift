import Look
public import Records
public import TextSearch

extension Animal: Record {
  /// A blank animal, for forms and imports.
  public init() {
    self.init(animalId: "", name: "", diet: .herbivorous, categoryId: "")
  }

  public static let idKey: String? = "animalId"

  public static let fields: Fields<Animal> = [
    .text(\.name, 1...200),
    .choice(\.diet),
    .field(\.categoryId, CategoryKind(), label: "Category"),
    .lines(\.note, 0...2_000).searched(false),
  ]
}

/// The id of a category. Forms offer the categories by name, and files name them.
public struct CategoryKind: FieldKind {
  /// Creates the kind.
  public init() {}

  public func parse(_ text: String, in field: FieldContext) throws(InvalidField) -> Category.ID {
    guard let categories = field.choices(of: Category.self) else { return text }
    guard let known = categories.value(of: text) else {
      throw InvalidField(message: categories.message(asking: "Choose a category", for: text))
    }
    return known
  }

  public func text(of value: Category.ID) -> String { value }

  public func shown(_ value: Category.ID, in field: FieldContext) -> String {
    choices(in: field)?.first { $0.value == value }?.label ?? value
  }

  public func choices(in field: FieldContext) -> [FieldChoice]? {
    field.choices(of: Category.self)
  }

  public func control(_ text: String, in field: FieldContext) -> FieldInput.Control {
    // If no category could be loaded, the present one stays selected.
    let choices = choices(in: field) ?? [FieldChoice(value: text, label: text)]
    let options = choices.filter { !$0.value.isEmpty }.options(selecting: text)
    let isChosen = options.contains(where: \.isSelected)
    return .menu(options, prompt: isChosen ? nil : "Choose a category", isRequired: true)
  }

  public var examples: [Category.ID] { ["Amphibian", "Bird"] }
}

extension Animal {
  /// The sort key of the name.
  public var sortName: SortName { SortName(name) }

  public func identified(as animalId: Animal.ID) -> Animal {
    Animal(
      animalId: animalId, name: name, diet: diet, categoryId: categoryId, note: note)
  }
}

extension Category {
  /// The sort key of the name.
  public var sortName: SortName { SortName(name) }
}
