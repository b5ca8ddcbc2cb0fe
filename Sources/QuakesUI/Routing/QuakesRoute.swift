public import ImmutableUI
public import Markup

/// The places of the guide of quakes.
public enum QuakesRoute: GuideRoute {
  /// The list and the map.
  case page(QuakesLocation)
  /// A form that was posted from the page.
  case post(Event, from: QuakesLocation)
  /// The quakes of a filter, for other programs.
  case export(Export, QuakesLocation)
}

extension QuakesRoute {
  /// What people do, named as in the tree of actions.
  public enum Event: String, CaseIterable, Hashable, Sendable {
    case refresh = "quakeList/onTapRefreshQuakesButton"
    case deleteQuake = "quakeList/onTapDeleteSelectedQuakeButton"
    case deleteAll = "quakeList/onTapDeleteAllQuakesButton"
    case tryAgain = "quakeList/onTapTryAgainButton"
  }

  /// The formats for other programs, by their file extensions.
  public enum Export: String, CaseIterable, Hashable, Sendable {
    case geojson, csv, atom
  }
}

/// The quakes of a filter in a format for other programs.
public struct QuakesDownload: Hashable, Sendable {
  let format: QuakesRoute.Export
  let location: QuakesLocation
}

extension QuakesRoute {
  public static let path = "quakes"

  public var destination: Destination<QuakesLocation, Event, QuakesDownload> {
    switch self {
    case .page(let location): .page(location)
    case .post(let event, let location): .post(event, from: location)
    case .export(let format, let location):
      .download(QuakesDownload(format: format, location: location))
    }
  }

  public init?(parsing target: Target) throws(MalformedRequest) {
    guard let first = target.path.first else { return nil }
    if first == Self.path {
      let location = QuakesLocation(parsing: target.query)
      let rest = target.path.dropFirst().joined(separator: "/")
      if target.path.count == 1 {
        self = .page(location)
      } else if let event = Event(rawValue: rest) {
        try location.checkProblems()
        self = .post(event, from: location)
      } else {
        return nil
      }
    } else if target.path.count == 1,
      let export = Export.allCases.first(where: { first == "\(Self.path).\($0.rawValue)" })
    {
      let location = QuakesLocation(parsing: target.query)
      try location.checkProblems()
      self = .export(export, location)
    } else {
      return nil
    }
  }

  public var href: Href { href(fragment: nil) }

  /// The address of a part of the page.
  func href(fragment: String?) -> Href {
    switch self {
    case .page(let location):
      Href(path: [Self.path], query: location.queryItems, fragment: fragment)
    case .post(let event, let location):
      Href(
        path: [Self.path] + event.rawValue.split(separator: "/").map(String.init),
        query: location.plain.queryItems)
    case .export(let export, let location):
      Href(path: ["\(Self.path).\(export.rawValue)"], query: location.filterQuery)
    }
  }
}

extension QuakesLocation {
  /// A page shows what is wrong beside the form; everything else refuses.
  fileprivate func checkProblems() throws(MalformedRequest) {
    guard problems.isEmpty else { throw MalformedRequest(reasons: problems.map(\.message)) }
  }
}
