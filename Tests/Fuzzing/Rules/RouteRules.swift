import ImmutableUI
import Markup

@testable import AnimalsUI
@testable import BreedsUI
@testable import PhotosUI
@testable import QuakesUI
@testable import WebSite

/// The rules of all routes.
enum RouteRules {
  static func check(_ target: Target) throws(Violation) {
    try check(SiteRoute.self, target)
    try check(AnimalsRoute.self, target)
    try check(BreedsRoute.self, target)
    try check(QuakesRoute.self, target, printed: \.printed) { route in
      if case .page(let location) = route { !location.problems.isEmpty } else { false }
    }
    try check(PhotosRoute.self, target, printed: \.printed)
  }

  /// - Parameters:
  ///   - printed: the part of a route that its address holds.
  ///   - hasProblems: returns true for a page that shows what makes no sense in
  ///     its address.
  private static func check<R: Route>(
    _ type: R.Type, _ target: Target, printed: (R) -> R = { $0 },
    hasProblems: (R) -> Bool = { _ in false }
  ) throws(Violation) {
    let found: R?
    do throws(MalformedRequest) {
      found = try R(parsing: target)
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

    let read: R?
    do throws(MalformedRequest) {
      read = try R(parsing: Target(parsing: text))
    } catch {
      throw Violation("what is printed is not refused: \(text): \(error.reasons)")
    }
    guard let back = read else { throw Violation("what is printed leads somewhere: \(text)") }
    try require(back.method == route.method, "an address has one method: \(text)")
    try require(isSame(back.href.text, text), "what is read prints as it was: \(text)")
    try require(
      printed(back) == printed(route), "what is printed parses back to an equal value: \(text)")
    try require(
      hasProblems(route) || !hasProblems(back),
      "what makes sense makes sense when printed: \(text)")
  }
}

extension QuakesRoute {
  /// The part of the route that its address holds.
  fileprivate var printed: QuakesRoute {
    switch self {
    case .page(var location):
      location.problems = []
      location.hasRedundantItems = false
      return .page(location)
    case .post(let event, let location): return .post(event, from: location.plain)
    case .export(let format, let location):
      var printed = QuakesLocation()
      printed.filter = location.filter
      printed.sort = location.sort
      printed.order = location.order
      return .export(format, printed)
    }
  }
}

extension PhotosRoute {
  /// The part of the route that its address holds.
  fileprivate var printed: PhotosRoute {
    switch self {
    case .page(var location):
      location.hasRedundantItems = false
      return .page(location)
    case .post(let event, var location):
      location.hasRedundantItems = false
      return .post(event, from: location)
    }
  }
}
