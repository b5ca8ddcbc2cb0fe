import ImmutableUI
import Markup

@testable import AnimalsUI
@testable import BreedsUI
@testable import PhotosUI
@testable import QuakesUI
@testable import WebSite

/// What holds of every place that an address names.
enum RouteRules {
  static func check(_ target: Target) throws(Violation) {
    let found: SiteRoute?
    do throws(Malformed) {
      found = try SiteRoute(parsing: target)
    } catch {
      return try requireReasons(error)
    }
    guard let route = found else { return }
    let text = route.href.text
    try require(
      text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"<>\\^`{|}".utf8.contains($0) },
      "an address is made of characters that may stand in one: \(text)")
    try require(
      text.hasPrefix("/") && !text.hasPrefix("//"), "an address leads to this site: \(text)")

    let read: SiteRoute?
    do throws(Malformed) {
      read = try SiteRoute(parsing: Target(parsing: text))
    } catch {
      throw Violation("what is printed is not refused: \(text): \(error.reasons)")
    }
    guard let back = read else { throw Violation("what is printed leads somewhere: \(text)") }
    try require(back.method == route.method, "an address has one method: \(text)")
    try require(isSame(back.href.text, text), "what is read prints as it was: \(text)")
    try require(
      back.said == route.said, "what is printed parses back to an equal value: \(text)")
    try require(
      route.hasProblems || !back.hasProblems, "what makes sense makes sense when printed: \(text)")
    if let plain = route.plainHref {
      try require(isSame(plain.text, text), "a place has one address: \(text)")
    }
  }
}

extension SiteRoute {
  /// What of a place its address says.
  fileprivate var said: SiteRoute {
    switch self {
    case .quakes(.page(var location)):
      location.problems = []
      location.isWordy = false
      return .quakes(.page(location))
    case .quakes(.post(let event, let location)):
      return .quakes(.post(event, from: location.plain))
    case .quakes(.export(let format, let location)):
      var said = QuakesLocation()
      said.filter = location.filter
      said.sort = location.sort
      said.order = location.order
      return .quakes(.export(format, said))
    case .photos(.page(var location)):
      location.isWordy = false
      return .photos(.page(location))
    case .photos(.post(let event, let location)):
      return .photos(.post(event, from: location.plain))
    default:
      // Every other address holds all of its route.
      return self
    }
  }

  /// Whether something in its address made no sense, which only one page
  /// puts up with.
  fileprivate var hasProblems: Bool {
    if case .quakes(.page(let location)) = self { !location.problems.isEmpty } else { false }
  }
}
