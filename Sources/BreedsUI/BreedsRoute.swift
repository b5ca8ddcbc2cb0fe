public import BreedsData
public import ImmutableUI
import Markup

/// The places of the guide of breeds.
public enum BreedsRoute: GuideRoute {
  /// The list, or one breed.
  case page(Location)
  /// A form that was posted from the page.
  case post(Event, from: Location)
}

extension BreedsRoute {
  /// What a window shows: its filter, and the breed it has selected.
  public struct Location: PageLocation {
    /// What was typed to filter by, without blanks around it.
    public var filterQuery: String
    /// The breed or sub-breed that is shown; `nil` for the list.
    public var breed: BreedKey?

    /// By default the whole list.
    public init(filterQuery: String = "", breed: BreedKey? = nil) {
      self.filterQuery = filterQuery
      self.breed = breed
    }

    /// The whole list.
    public init() { self.init(filterQuery: "") }

    /// The address of the page here.
    var href: Href { BreedsRoute.page(self).href }
  }

  /// What people do.
  public enum Event: String, CaseIterable, Hashable, Sendable {
    case loadDogs = "dogs/onTapTryAgainButton"
    case anotherPicture = "breed/onTapAnotherPictureButton"
  }
}

extension BreedsRoute {
  public static let path = "breeds"

  public var destination: Destination<Location, Event, Never> {
    switch self {
    case .page(let location): .page(location)
    case .post(let event, let location): .post(event, from: location)
    }
  }
}

extension BreedsRoute.Location {
  public init(parsing query: NamedValues) throws(MalformedRequest) {
    var reader = ValueReader(query)
    let typed = reader.queryText("q") ?? ""
    let breed = reader.queryText("breed")
    let subBreed = reader.queryText("sub")
    if subBreed != nil, breed == nil {
      reader.reject("“sub” is given, but “breed” is missing.")
    }
    try reader.finish()
    self.init(
      filterQuery: typed.trimmingBlanks,
      breed: breed.map { BreedKey(breed: $0, subBreed: subBreed) })
  }

  public var queryItems: [(name: String, value: String)] {
    var items: [(name: String, value: String)] = []
    if !filterQuery.isEmpty { items.append(("q", filterQuery)) }
    if let breed {
      items.append(("breed", breed.breed))
      if let subBreed = breed.subBreed { items.append(("sub", subBreed)) }
    }
    return items
  }
}

extension String {
  /// Blanks that somebody typed around a word mean nothing.
  fileprivate var trimmingBlanks: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
