public import Foundation

/// One breed as it is displayed.
public struct BreedViewState: Hashable, Sendable {
  public var title: String
  /// What stands over the sub-breeds; `nil` where there are none.
  public var subtitle: String?
  public var subBreeds: [String]
  public var imageURL: URL?

  public init(title: String, subtitle: String?, subBreeds: [String], imageURL: URL?) {
    self.title = title
    self.subtitle = subtitle
    self.subBreeds = subBreeds
    self.imageURL = imageURL
  }

  /// The breed, with its sub-breeds in the order of the network.
  public init(_ state: BreedState) {
    self.init(
      title: state.dog.breed.capitalizedFirstLetter,
      subtitle: state.dog.subBreeds.isEmpty ? nil : "Sub-breeds",
      subBreeds: state.dog.subBreeds.map(\.capitalizedFirstLetter),
      imageURL: state.imageURL)
  }
}
