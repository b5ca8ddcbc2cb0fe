extension PhotosReducer {
  /// The reducer of an instance that follows the log of a shared store.
  ///
  /// The photos and the banner change by the action of the log and by nothing
  /// else: the success of a fetch or an upload only settles its status, since its
  /// change arrives by the log.
  @Sendable
  public static func reduceFollowing(state: PhotosState, action: PhotosAction) -> PhotosState {
    var next = reduce(state: state, action: action)
    if case .data(.log) = action { return next }
    next.photos.data = state.photos.data
    next.photos.isLoaded = state.photos.isLoaded
    next.photos.fetched = state.photos.fetched
    next.photos.skipped = state.photos.skipped
    next.banner.banner = state.banner.banner
    return next
  }
}

extension PhotosState {
  /// Applies a change of the log. A failure of an earlier operation on the same
  /// thing is cleared. An operation in progress settles its own status.
  mutating func apply(_ change: PhotosChange) {
    switch change {
    case .photos(let photos, _):
      self.photos.follow(photos)
    case .banner(let banner):
      self.banner.follow(banner)
    case .everything(let photos, let banner):
      self.photos.follow(photos)
      self.banner.follow(banner ?? Banner())
    }
  }
}

extension PhotosState.Photos {
  fileprivate mutating func follow(_ new: FetchedPhotos?) {
    data = new?.photos ?? []
    isLoaded = new != nil
    fetched = new?.fetched
    skipped = new?.skipped ?? 0
    if status != .waiting { status = new == nil ? nil : .success }
  }
}

extension PhotosState.BannerState {
  fileprivate mutating func follow(_ new: Banner) {
    banner = new
    guard case .finished(.failure) = networkState else { return }
    networkState = .notStarted
    submitted = nil
  }
}
