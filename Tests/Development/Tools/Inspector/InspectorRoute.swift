#if DEBUG
import ImmutableUI
import Markup

/// The routes of the inspector.
enum InspectorRoute: Route {
  case index
  /// The actions of a store.
  case store(String)
  /// An action of a store, by its revision.
  case step(String, Int)
  /// The actions of a store in JSON Lines format, for a replay.
  case recording(String)
  /// A page as it was after an action.
  case past(String, Int, address: String)
  /// The renderings of a page.
  case page(address: String)

  init?(parsing target: Target) throws(MalformedRequest) {
    guard target.path.first == "inspector" else { return nil }
    let path = target.path.dropFirst()
    var reader = ValueReader(target.query)
    let address = reader.text("at") ?? "/"
    try reader.finish()
    switch (path.first, path.dropFirst().first, path.count) {
    case (nil, _, _): self = .index
    case ("page", _, 1): self = .page(address: address)
    case (let name?, _, 1):
      self = name.hasSuffix(".jsonl") ? .recording(String(name.dropLast(6))) : .store(name)
    case (let name?, let number?, 2):
      guard let number = Int(number) else { return nil }
      self = .step(name, number)
    case (let name?, let number?, 3) where path.last == "page":
      guard let number = Int(number) else { return nil }
      self = .past(name, number, address: address)
    default: return nil
    }
  }

  var method: RouteMethod { .get }

  var href: Href {
    switch self {
    case .index: Href(path: ["inspector"])
    case .store(let name): Href(path: ["inspector", name])
    case .step(let name, let number): Href(path: ["inspector", name, String(number)])
    case .recording(let name): Href(path: ["inspector", "\(name).jsonl"])
    case .past(let name, let number, let address):
      Href(path: Self.pastPath(name, number), query: [("at", address)])
    case .page(let address): Href(path: ["inspector", "page"], query: [("at", address)])
    }
  }

  /// Returns the URL of the form that shows a page as it was after an action. Its
  /// field `at` contains the address of the page.
  static func form(forPast store: String, _ revision: Int) -> Href {
    Href(path: pastPath(store, revision))
  }

  private static func pastPath(_ store: String, _ revision: Int) -> [String] {
    ["inspector", store, String(revision), "page"]
  }
}
#endif
