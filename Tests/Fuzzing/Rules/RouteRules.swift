import ImmutableUI
import Markup

@testable import AnimalsUI
@testable import BreedsUI
@testable import PhotosUI
@testable import QuakesUI
@testable import WebSite

/// Invariants of routes.
enum RouteRules {
  static func check(_ target: Target) throws(Violation) {
    try check(SiteRoute.self, target)
    try check(AnimalsRoute.self, target)
    try check(BreedsRoute.self, target, printed: \.printed) { route in
      if case .page(let location) = route { location.rejectedFilter != nil } else { false }
    }
    try check(QuakesRoute.self, target, printed: \.printed) { route in
      if case .page(let location) = route { !location.problems.isEmpty } else { false }
    }
    try check(PhotosRoute.self, target, printed: \.printed) { route in
      if case .page(let location) = route { location.rejectedSearch != nil } else { false }
    }
  }

  /// - Parameters:
  ///   - printed: Returns the part of a route that its URL contains.
  ///   - hasProblems: Returns true for a page that reports invalid items of its
  ///     URL.
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
      "a URL only contains valid characters: \(text)")
    try require(
      text.hasPrefix("/") && !text.hasPrefix("//"), "a URL stays on this site: \(text)")

    let read: R?
    do throws(MalformedRequest) {
      read = try R(parsing: Target(parsing: text))
    } catch {
      throw Violation("a printed route is accepted: \(text): \(error.reasons)")
    }
    guard let back = read else { throw Violation("a printed route exists: \(text)") }
    try require(back.method == route.method, "a URL has one method: \(text)")
    try require(isSame(back.href.text, text), "a parsed URL prints as the same text: \(text)")
    try require(
      printed(back) == printed(route), "a printed route parses back to an equal one: \(text)")
    try require(
      hasProblems(route) || !hasProblems(back),
      "a valid route is valid after printing: \(text)")
  }
}

extension QuakesRoute {
  /// The part of the route that its URL contains.
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
    case .sheet, .picture: return self
    }
  }
}

extension BreedsRoute {
  /// The part of the route that its URL contains.
  fileprivate var printed: BreedsRoute {
    switch self {
    case .page(var location):
      location.rejectedFilter = nil
      return .page(location)
    case .post(let event, var location):
      location.rejectedFilter = nil
      return .post(event, from: location)
    }
  }
}

extension PhotosRoute {
  /// The part of the route that its URL contains.
  fileprivate var printed: PhotosRoute {
    switch self {
    case .page(var location):
      location.hasRedundantItems = false
      location.rejectedSearch = nil
      return .page(location)
    case .post(let event, var location):
      location.hasRedundantItems = false
      location.rejectedSearch = nil
      return .post(event, from: location)
    case .picture: return self
    }
  }
}
