/// The fields of a record, in the order of the form.
public struct Fields<Entity: Record>: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
  private let fields: [RecordField<Entity>]

  /// Stops the program where the declaration is wrong, so that it is noticed
  /// at the first start.
  public init(arrayLiteral fields: RecordField<Entity>...) {
    let problem = Self.problem(in: fields)
    precondition(problem == nil, "The fields of \(Entity.self): \(problem ?? "")")
    self.fields = fields
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { fields.count }
  public subscript(index: Int) -> RecordField<Entity> { fields[index] }

  /// The field with a name.
  public subscript(name: String) -> RecordField<Entity>? { first { $0.name == name } }

  /// The fields that can be filtered by, with their values.
  var choices: [(field: RecordField<Entity>, values: [FieldChoice])] {
    compactMap { if case .choice(let choices) = $0.kind { ($0, choices) } else { nil } }
  }

  /// The fields that are searched.
  var texts: [RecordField<Entity>] {
    filter { if case .text = $0.kind { true } else { false } }
  }
}

extension Fields {
  /// The names that forms, addresses and the file have for other things.
  static var reserved: Set<String> {
    ["id", "version", "search", "record", "dialog", "notice", "page"]
  }

  /// The problem with a declaration; `nil` for nothing.
  static func problem(in fields: [RecordField<Entity>]) -> String? {
    if fields.isEmpty { return "there are none." }
    guard isIdentifier(Entity.names.path.replacing("-", with: "_")) else {
      return "“\(Entity.names.path)” is not a path of letters, digits and hyphens. Use “names”."
    }
    var names: Set<String> = []
    for field in fields {
      guard isIdentifier(field.name) else {
        return "“\(field.name)” is not a name of letters, digits and underscores. Use “named:”."
      }
      guard !reserved.contains(field.name.lowercased()) else {
        return "“\(field.name)” has another meaning. Use “named:”."
      }
      // SQLite does not tell capitals from small letters in names.
      guard names.insert(field.name.lowercased()).inserted else {
        return "two are called “\(field.name)”. Use “named:”."
      }
      guard names.isDisjoint(with: Entity.retiredFields.map { $0.lowercased() }) else {
        return "“\(field.name)” is retired. Use “named:”."
      }
      if case .choice(let choices) = field.kind, choices.contains(where: \.value.isEmpty) {
        return "“\(field.name)” has a choice without a text."
      }
    }
    let missing = CodingKeys.all(of: Entity()).subtracting(fields.compactMap(\.key))
    // A field of one case only cannot be told from what has no field.
    guard missing.count <= fields.count(where: { $0.key == nil }) else {
      return "\(missing.sorted().joined(separator: ", ")) would not be stored. Add a field."
    }
    return nil
  }

  private static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    else { return false }
    return name.utf8.count <= 64
      && name.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
