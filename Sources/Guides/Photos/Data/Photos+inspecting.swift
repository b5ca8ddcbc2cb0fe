public import ImmutableData

extension PhotosState: InspectableState {
  public static func differing(
    _ old: Self, _ new: Self, limit: Int
  ) -> (old: Self, new: Self, isWhole: Bool) {
    var (old, new) = (old, new)
    let isWhole = [Photo].keepDifferences(&old.photos.data, &new.photos.data, limit: limit)
    return (old, new, isWhole)
  }
}

extension PhotosAction: InspectableAction {
  public func shortened(to limit: Int) -> (action: Self, leftOut: Int) {
    var leftOut = 0
    if case .data(.log(let changes)) = self {
      let short = changes.shortened(to: limit, leftOut: &leftOut).map {
        $0.shortened(to: limit, leftOut: &leftOut)
      }
      return (.data(.log(short)), leftOut)
    }
    guard case .data(.provider(let action)) = self else { return (self, 0) }
    let short: Data.Provider =
      switch action {
      case .didLoadPhotos(.success(let photos?)):
        .didLoadPhotos(result: .success(photos: photos.shortened(to: limit, leftOut: &leftOut)))
      case .didFetchPhotos(.success(let photos)):
        .didFetchPhotos(result: .success(photos: photos.shortened(to: limit, leftOut: &leftOut)))
      default: action
      }
    return (.data(.provider(short)), leftOut)
  }
}

extension PhotosChange {
  fileprivate func shortened(to limit: Int, leftOut: inout Int) -> Self {
    switch self {
    case .photos(let photos, let source):
      .photos(photos.shortened(to: limit, leftOut: &leftOut), source: source)
    case .banner: self
    case .everything(let photos, let banner):
      .everything(photos: photos?.shortened(to: limit, leftOut: &leftOut), banner: banner)
    }
  }
}

extension FetchedPhotos {
  fileprivate func shortened(to limit: Int, leftOut: inout Int) -> Self {
    FetchedPhotos(
      photos: photos.shortened(to: limit, leftOut: &leftOut), fetched: fetched, skipped: skipped)
  }
}
