public import BreedsData
public import ImmutableUI
import Markup

/// The routes of the guide to dog breeds.
public enum BreedsRoute: GuideRoute {
  /// A location of the list, or of one breed.
  case page(Location)
  /// A form posted from the page.
  case post(Event, from: Location)
}

extension BreedsRoute {
  /// The location of a window: its filter, and the selected breed.
  public struct Location: PageLocation {
    /// The filter, without leading and trailing whitespace.
    public var filterQuery: String
    /// The filter if it is too long; the page shows it with a message.
    public var rejectedFilter: String?
    /// The selected breed or sub-breed; `nil` for the list.
    public var breed: BreedKey?

    /// A location, by default of the unfiltered list.
    public init(filterQuery: String = "", breed: BreedKey? = nil) {
      self.filterQuery = filterQuery
      self.breed = breed
    }

    /// The unfiltered list.
    public init() { self.init(filterQuery: "") }

    /// The address of the page at this location.
    var href: Href { BreedsRoute.page(self).href }
  }

  /// The forms that the page posts.
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
    var rejected: String?
    let typed = reader.queryText("q", tooLong: &rejected) ?? ""
    let breed = reader.queryText("breed")
    let subBreed = reader.queryText("sub")
    if subBreed != nil, breed == nil {
      reader.reject("“sub” needs a breed, but “breed” is missing.")
    }
    try reader.finish()
    self.init(
      filterQuery: typed.trimmingWhitespace,
      breed: breed.map { BreedKey(breed: $0, subBreed: subBreed) })
    rejectedFilter = rejected
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
  /// The string without leading and trailing whitespace.
  fileprivate var trimmingWhitespace: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
