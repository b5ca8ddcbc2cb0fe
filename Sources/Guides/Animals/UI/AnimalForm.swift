import AnimalsData
import ImmutableUI
import Look
import Records

/// The contents of the editor, exactly as entered.
struct AnimalForm: Hashable, Sendable {
  /// The fields of the editor.
  enum Field: String, CaseIterable, Hashable, Sendable {
    case name, diet, categoryId

    /// The label of the field.
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

  /// A form with the current values of an animal.
  init(editing animal: Animal) {
    self.init(
      purpose: .update(id: animal.id, version: animal.version), name: animal.name,
      diet: animal.diet.rawValue, categoryId: animal.categoryId)
  }
}

extension AnimalForm {
  /// Decodes a posted form that adds an animal.
  ///
  /// - Throws: `MalformedRequest` if a field is missing that the editor always
  ///   sends. A radio group without a selection sends nothing, so a missing
  ///   `diet` is no error here.
  init(adding values: NamedValues) throws(MalformedRequest) {
    var reader = ValueReader(values)
    self.init(
      purpose: FormPurpose(adding: &reader), name: reader.field("name"),
      diet: reader.text("diet") ?? "", categoryId: reader.text("categoryId") ?? "")
    try reader.finish()
  }

  /// Decodes a posted form that updates an animal. See `init(adding:)`.
  init(updating values: NamedValues) throws(MalformedRequest) {
    var reader = ValueReader(values)
    self.init(
      purpose: FormPurpose(updating: &reader, id: "animalId"), name: reader.field("name"),
      diet: reader.text("diet") ?? "", categoryId: reader.text("categoryId") ?? "")
    try reader.finish()
  }
}

extension AnimalForm {
  /// The maximum length of a name, in characters.
  static let maxNameLength = 200

  /// Returns the animal that the form describes.
  ///
  /// - Throws: the validation errors, by field.
  func animal(_ select: SelectAnimals) throws(FieldErrors<Field>) -> Animal {
    var errors = FieldErrors<Field>()
    var cleaned = ""
    do throws(UserText.ValidationError) {
      cleaned = try UserText.validated(name, maximumLength: Self.maxNameLength)
    } catch {
      errors.add(Self.message(for: error), to: .name)
    }
    let diet = Animal.Diet(rawValue: self.diet)
    if diet == nil { errors.add("Choose what the animal eats.", to: .diet) }
    if select(.category(categoryId: categoryId)) == nil {
      errors.add("Choose a category.", to: .categoryId)
    }
    guard errors.isEmpty, let diet else { throw errors }
    return Animal(animalId: purpose.id, name: cleaned, diet: diet, categoryId: categoryId)
  }

  private static func message(for problem: UserText.ValidationError) -> String {
    switch problem {
    case .empty:
      "Enter a name."
    case .tooLong(let count, let limit) where count > limit:
      "The name has \(grouped(count)) characters. Use at most \(limit)."
    case .tooLong:
      "The name is too long: its characters have too many parts. Shorten it."
    case .controlCharacter:
      "The name contains a character that cannot be shown, such as a line break. Type it again."
    }
  }
}

extension Animal {
  /// A digest of the content, used to detect conflicting changes.
  var version: String {
    var digest = Digest()
    digest.update(name)
    digest.update(diet.rawValue)
    digest.update(categoryId)
    return digest.text
  }
}
