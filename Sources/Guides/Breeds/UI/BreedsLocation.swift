public import BreedsData
public import ImmutableUI

/// The location of a window: its filter, and the selected breed.
public struct BreedsLocation: GuideLocation, QueryLocation {
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

  public static let path = "breeds"

  public static let query = Query<Self>([
    .text("q", \.filterQuery, tooLong: \.rejectedFilter, adapt: \.trimmingWhitespace),
    QueryItem("breed") { reader, location in
      location.breed = reader.queryText("breed").map { BreedKey(breed: $0, subBreed: nil) }
    } print: {
      $0.breed?.breed
    },
    QueryItem("sub") { reader, location in
      guard let subBreed = reader.queryText("sub") else { return }
      if let breed = location.breed?.breed {
        location.breed = BreedKey(breed: breed, subBreed: subBreed)
      } else {
        reader.reject("“sub” needs a breed, but “breed” is missing.")
      }
    } print: {
      $0.breed?.subBreed
    },
  ])
}

extension String {
  /// The string without leading and trailing whitespace.
  fileprivate var trimmingWhitespace: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
