public import ImmutableUI

/// The routes of the guide to dog breeds.
public typealias BreedsRoute = StandardRoute<BreedsLocation, BreedsEvent>

/// The forms that the page posts.
public enum BreedsEvent: String, CaseIterable, Hashable, Sendable {
  case loadDogs = "dogs/onTapTryAgainButton"
  case anotherPicture = "breed/onTapAnotherPictureButton"
}
