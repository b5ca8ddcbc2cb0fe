public import ImmutableUI
public import Markup
public import QuakesData

/// The routes of the guide to earthquakes.
public enum QuakesRoute: GuideRoute {
  /// The page with the list and the map.
  case page(QuakesLocation)
  /// A form posted from the page.
  case post(QuakesEvent, from: QuakesLocation)
  /// An export of the quakes of a filter.
  case export(Export, QuakesLocation)
  /// A sheet of the base map.
  case sheet(MapSheet)
  /// The picture of an event for link previews.
  case picture(Quake.ID)

  /// The export formats.
  public enum Export: String, CaseIterable, Hashable, Sendable {
    case geojson, csv
    /// CSV with a byte order mark, without which Excel does not read it as UTF-8.
    case excel
    case kml, atom

    /// The file extension.
    public var fileExtension: String { self == .excel ? Self.csv.rawValue : rawValue }

    /// The query item that marks a format with the extension of another.
    fileprivate static let byteOrderMark = (name: "bom", value: "1")
  }

  public static let path = "quakes"

  public var destination: Destination<QuakesLocation, QuakesEvent, QuakesDownload> {
    switch self {
    case .page(let location): .page(location)
    case .post(let event, let location): .post(event, from: location)
    case .export(let format, let location): .download(.export(format, location))
    case .sheet(let sheet): .download(.sheet(sheet))
    case .picture(let quakeId): .download(.picture(quakeId))
    }
  }

  public init?(parsing target: Target) throws(MalformedRequest) {
    guard let first = target.path.first else { return nil }
    if first == Self.path {
      // The page reports problems beside the form; every other route refuses them.
      let location = QuakesLocation(parsing: target.query)
      let rest = target.path.dropFirst().joined(separator: "/")
      if target.path.count == 1 {
        self = .page(location)
      } else if target.path.count == 3, target.path[1] == Self.event {
        if target.path[2].hasSuffix(Self.picture) {
          self = .picture(String(target.path[2].dropLast(Self.picture.count)))
        } else {
          self = .page(QuakesLocation(parsing: target.query, event: target.path[2]))
        }
      } else if let event = QuakesEvent(rawValue: rest) {
        try location.problems.check()
        self = .post(event, from: location)
      } else if let sheet = MapSheet(path: target.path.dropFirst()) {
        self = .sheet(sheet)
      } else {
        return nil
      }
    } else if target.path.count == 1,
      let export = Export.allCases.first(where: { first == "\(Self.path).\($0.fileExtension)" })
    {
      let location = QuakesLocation(parsing: target.query)
      try location.problems.check()
      let (name, value) = Export.byteOrderMark
      let isMarked = export == .csv && target.query.values(of: name) == [value]
      self = .export(isMarked ? .excel : export, location)
    } else {
      return nil
    }
  }

  /// The folder of the pages of single events.
  private static let event = "event"
  /// The ending of the pictures of events.
  private static let picture = ".png"

  /// Returns the path of a page.
  static func path(of location: QuakesLocation) -> [String] {
    guard location.isEvent, let quakeId = location.quakeId else { return [path] }
    return [path, event, quakeId]
  }

  public var href: Href { href(fragment: nil) }

  /// Returns the address with a fragment.
  func href(fragment: String?) -> Href {
    switch self {
    case .page(let location):
      Href(path: Self.path(of: location), query: location.queryItems, fragment: fragment)
    case .post(let event, let location):
      Href(
        path: [Self.path] + event.rawValue.split(separator: "/").map(String.init),
        query: location.plain.queryItems)
    case .export(let export, let location):
      Href(
        path: ["\(Self.path).\(export.fileExtension)"],
        query: location.exportQuery + (export == .excel ? [Export.byteOrderMark] : []))
    case .sheet(let sheet): Href(path: [Self.path] + sheet.path, fragment: fragment)
    case .picture(let quakeId): Href(path: [Self.path, Self.event, quakeId + Self.picture])
    }
  }
}

/// The forms that the page posts, named as in the hierarchy of actions.
public enum QuakesEvent: String, CaseIterable, Hashable, Sendable {
  case refresh = "quakeList/onTapRefreshQuakesButton"
  case deleteQuake = "quakeList/onTapDeleteSelectedQuakeButton"
  case deleteAll = "quakeList/onTapDeleteAllQuakesButton"
  case restore = "quakeList/onTapRestoreQuakesButton"
  case tryAgain = "quakeList/onTapTryAgainButton"
}

/// A file of the guide.
public enum QuakesDownload: Hashable, Sendable {
  /// An export of the quakes of a filter.
  case export(QuakesRoute.Export, QuakesLocation)
  /// A sheet of the base map.
  case sheet(MapSheet)
  /// The picture of an event for link previews.
  case picture(Quake.ID)
}
