public import ImmutableUI
public import Look

/// The purpose of an editor's form: adding or updating a record.
///
/// ```swift
/// let purpose = FormPurpose.update(id: "newt", version: "5f2a")
/// print(purpose.isNew, purpose.fields().count)  // false 2
/// ```
public enum FormPurpose: Hashable, Sendable {
  /// Adds a record with this id. The id is generated with the form, so that
  /// posting the form twice adds one record.
  case add(id: String)
  /// Updates a record whose content had this version when the form was created.
  case update(id: String, version: String)

  /// The id of the record.
  public var id: String {
    switch self {
    case .add(let id), .update(let id, _): id
    }
  }

  /// True if the form adds a record.
  public var isNew: Bool { if case .add = self { true } else { false } }

  /// Returns the hidden fields of the form.
  ///
  /// - Parameter name: the name of the field with the id of an existing record.
  public func fields(id name: String = "id") -> [HiddenField] {
    switch self {
    case .add(let id): [HiddenField("id", id)]
    case .update(let id, let version): [HiddenField(name, id), HiddenField("version", version)]
    }
  }

  /// Parses the hidden field of a form that adds a record.
  public init(adding reader: inout ValueReader) {
    let id = reader.field("id")
    if !Self.isGenerated(id) { reader.reject("The form’s “id” is not valid.") }
    self = .add(id: id)
  }

  /// Parses the hidden fields of a form that updates a record.
  ///
  /// - Parameters:
  ///   - reader: the values of the posted form.
  ///   - name: the name of the field with the id.
  public init(updating reader: inout ValueReader, id name: String = "id") {
    self = .update(id: reader.field(name), version: reader.field("version"))
  }

  /// Returns true if an id has the form of a generated one: 1 to 64 letters,
  /// digits and hyphens.
  static func isGenerated(_ id: String) -> Bool {
    (1...64).contains(id.utf8.count) && id.utf8.allSatisfy { $0.isWord(or: "-") }
  }
}
