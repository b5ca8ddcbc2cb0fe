public import ImmutableUI
public import Markup

/// The places of the inspector.
public enum InspectorRoute: Route {
  case index
  /// The actions of a store.
  case store(String)
  /// One of them.
  case step(String, Int)
  /// All of them, for replaying them.
  case recording(String)
  /// A page as it was after one of them.
  case past(String, Int, address: String)
  /// How a page was written.
  case page(address: String)
  /// When and why a selector looked at newer states.
  case selector(store: String, label: String, id: String?)

  public init?(parsing target: Target) throws(MalformedRequest) {
    guard target.path.first == "inspector" else { return nil }
    let path = target.path.dropFirst()
    var reader = ValueReader(target.query)
    let address = reader.text("at") ?? "/"
    let label = reader.text("label") ?? ""
    let id = reader.text("id")
    try reader.finish()
    switch (path.first, path.dropFirst().first, path.count) {
    case (nil, _, _): self = .index
    case ("page", _, 1): self = .page(address: address)
    case (let name?, _, 1):
      self = name.hasSuffix(".jsonl") ? .recording(String(name.dropLast(6))) : .store(name)
    case (let name?, "selector", 2): self = .selector(store: name, label: label, id: id)
    case (let name?, let number?, 2):
      guard let number = Int(number) else { return nil }
      self = .step(name, number)
    case (let name?, let number?, 3) where path.last == "page":
      guard let number = Int(number) else { return nil }
      self = .past(name, number, address: address)
    default: return nil
    }
  }

  public var method: RouteMethod { .get }

  public var href: Href {
    switch self {
    case .index: Href(path: ["inspector"])
    case .store(let name): Href(path: ["inspector", name])
    case .step(let name, let number): Href(path: ["inspector", name, String(number)])
    case .recording(let name): Href(path: ["inspector", "\(name).jsonl"])
    case .past(let name, let number, let address):
      Href(path: Self.pastPath(name, number), query: [("at", address)])
    case .page(let address): Href(path: ["inspector", "page"], query: [("at", address)])
    case .selector(let store, let label, let id):
      Href(
        path: ["inspector", store, "selector"],
        query: [("label", label)] + (id.map { [("id", $0)] } ?? []))
    }
  }

  /// Where a form goes whose field `at` says which page is to be shown as it
  /// was after an action.
  static func form(forPast store: String, _ revision: Int) -> Href {
    Href(path: pastPath(store, revision))
  }

  private static func pastPath(_ store: String, _ revision: Int) -> [String] {
    ["inspector", store, String(revision), "page"]
  }
}
