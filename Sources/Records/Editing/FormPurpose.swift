public import ImmutableUI
public import Look

/// The purpose of an editor's form.
public enum FormPurpose: Hashable, Sendable {
  /// Adding the record that will have this id. The id is made with the form,
  /// so that posting it twice adds one record.
  case add(id: String)
  /// Changing a record from how it was when the form was made.
  case update(id: String, version: String)

  /// The id of the record.
  public var id: String {
    switch self {
    case .add(let id), .update(let id, _): id
    }
  }

  /// True if a record is added.
  public var isNew: Bool { if case .add = self { true } else { false } }

  /// The hidden fields of the form.
  ///
  /// - Parameter name: the name of the id of a record that exists.
  public func fields(id name: String = "id") -> [HiddenField] {
    switch self {
    case .add(let id): [HiddenField("id", id)]
    case .update(let id, let version): [HiddenField(name, id), HiddenField("version", version)]
    }
  }

  /// Reads the hidden field of a form that adds a record.
  public init(adding reader: inout ValueReader) {
    let id = reader.field("id")
    if !Self.isMadeHere(id) { reader.reject("The form's “id” is not one that was made here.") }
    self = .add(id: id)
  }

  /// Reads the hidden fields of a form that changes a record.
  ///
  /// - Parameter name: the name of the id.
  public init(updating reader: inout ValueReader, id name: String = "id") {
    self = .update(id: reader.field(name), version: reader.field("version"))
  }

  /// Returns whether an id has letters, digits and hyphens only.
  private static func isMadeHere(_ id: String) -> Bool {
    (1...64).contains(id.utf8.count)
      && id.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}
