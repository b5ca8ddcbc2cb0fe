import AnimalsData
import ImmutableUI
import Look
import Records

/// What was typed into the editor, as it was typed.
struct AnimalForm: Hashable, Sendable {
  /// The fields that people fill in.
  enum Field: String, CaseIterable, Hashable, Sendable {
    case name, diet, categoryId

    /// What the field is called on the page.
    var label: String {
      switch self {
      case .name: "Name"
      case .diet: "Diet"
      case .categoryId: "Category"
      }
    }
  }

  var purpose: FormPurpose
  var name: String
  var diet: String
  var categoryId: String

  init(purpose: FormPurpose, name: String = "", diet: String = "", categoryId: String = "") {
    self.purpose = purpose
    self.name = name
    self.diet = diet
    self.categoryId = categoryId
  }

  /// A form that shows an animal as it is.
  init(editing animal: Animal) {
    self.init(
      purpose: .update(id: animal.id, version: animal.version), name: animal.name,
      diet: animal.diet.rawValue, categoryId: animal.categoryId)
  }
}

extension AnimalForm {
  /// Reads the fields of a posted editor.
  ///
  /// - Throws: `MalformedRequest` where fields are missing that every editor has. A
  ///   radio button that was not chosen sends nothing: that is no error here.
  init(adding values: NamedValues) throws(MalformedRequest) {
    var reader = ValueReader(values)
    self.init(
      purpose: FormPurpose(adding: &reader), name: reader.field("name"),
      diet: reader.text("diet") ?? "", categoryId: reader.text("categoryId") ?? "")
    try reader.finish()
  }

  /// Reads the fields of a posted editor. See `init(adding:)`.
  init(updating values: NamedValues) throws(MalformedRequest) {
    var reader = ValueReader(values)
    self.init(
      purpose: FormPurpose(updating: &reader, id: "animalId"), name: reader.field("name"),
      diet: reader.text("diet") ?? "", categoryId: reader.text("categoryId") ?? "")
    try reader.finish()
  }
}

extension AnimalForm {
  /// The longest name, in characters.
  static let longestName = 200

  /// The animal that the form asks for.
  ///
  /// - Throws: what is wrong, by field.
  func animal(_ select: SelectAnimals) throws(FieldErrors<Field>) -> Animal {
    var errors = FieldErrors<Field>()
    var cleaned = ""
    do throws(UserText.ValidationError) {
      cleaned = try UserText.validated(name, maximumLength: Self.longestName)
    } catch {
      errors.add(Self.message(for: error), to: .name)
    }
    let diet = Animal.Diet(rawValue: self.diet)
    if diet == nil { errors.add("Choose what the animal eats.", to: .diet) }
    if select(.category(categoryId: categoryId)) == nil {
      errors.add("Choose one of the categories.", to: .categoryId)
    }
    guard errors.isEmpty, let diet else { throw errors }
    return Animal(animalId: purpose.id, name: cleaned, diet: diet, categoryId: categoryId)
  }

  private static func message(for problem: UserText.ValidationError) -> String {
    switch problem {
    case .empty:
      "Give the animal a name."
    case .tooLong(let count, let limit) where count > limit:
      "The name has \(grouped(count)) characters. Use at most \(limit)."
    case .tooLong:
      "The name is too long: its characters are made of too many parts."
    case .controlCharacter:
      "The name holds a character that cannot be shown, as a line break. Type it anew."
    }
  }
}

extension Animal {
  /// Tells this content of the animal from any other.
  var version: String {
    var digest = Digest()
    digest.update(name)
    digest.update(diet.rawValue)
    digest.update(categoryId)
    return digest.text
  }
}
