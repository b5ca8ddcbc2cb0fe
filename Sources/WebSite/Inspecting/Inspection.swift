package import AnimalsUI
package import BreedsUI
package import Foundation
package import Inspector
package import PhotosUI
package import QuakesUI

/// The inspector, with the log of each guide's store.
package struct Inspection: Sendable {
  package let inspector: Inspector
  package let animals: StoreLog<AnimalsRoot.State, AnimalsRoot.Action>
  package let quakes: StoreLog<QuakesRoot.State, QuakesRoot.Action>
  package let breeds: StoreLog<BreedsRoot.State, BreedsRoot.Action>
  package let photos: StoreLog<PhotosRoot.State, PhotosRoot.Action>

  /// Nothing was seen yet.
  ///
  /// - Parameter now: the time of day.
  package init(now: @escaping @Sendable () -> Date = { .now }) {
    inspector = Inspector()
    animals = inspector.log(Guide.animals.rawValue, now: now)
    quakes = inspector.log(Guide.quakes.rawValue, now: now)
    breeds = inspector.log(Guide.breeds.rawValue, now: now)
    photos = inspector.log(Guide.photos.rawValue, now: now)
  }
}
