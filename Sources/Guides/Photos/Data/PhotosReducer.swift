import Foundation
import ImmutableData

/// The reducer of the guide to photos.
public enum PhotosReducer {
  /// Returns the state after an action.
  @Sendable
  public static func reduce(state: PhotosState, action: PhotosAction) -> PhotosState {
    var state = state
    switch action {
    case .ui(.photoList(let action)): reduce(&state.photos, action)
    case .ui(.bannerUpdate(let action)): reduce(&state.banner, action)
    case .data(.provider(let action)): reduce(&state, action)
    case .data(.bannerDataStore(let action)): reduce(&state, action)
    case .data(.log(let changes)): for change in changes { state.apply(change) }
    }
    return state
  }
}

extension PhotosReducer {
  private static func reduce(
    _ photos: inout PhotosState.Photos, _ action: PhotosAction.UI.PhotoList
  ) {
    switch action {
    case .onAppear(let now):
      guard photos.status == nil || photos.isDue(at: now) else { return }
      photos.startFetch(at: now)
    case .onTapRefreshPhotosButton(let now), .onTapTryAgainButton(let now):
      // One request at a time, and none if the photos are up to date.
      guard let status = photos.status, status != .waiting,
        !photos.isFresh(at: now) || photos.saveError != nil
      else { return }
      photos.startFetch(at: now)
    }
  }

  private static func reduce(
    _ state: inout PhotosState, _ action: PhotosAction.Data.Provider
  ) {
    switch action {
    case .didLoadPhotos(.success(let stored)):
      state.photos.isRead = true
      state.photos.saveError = nil
      guard let stored, !state.photos.isLoaded else { return }
      state.changeUnlessFollowing { $0.photos.replace(with: stored) }
      // Expired photos are shown while newer ones are fetched.
      let age = state.photos.requestedAt.flatMap(state.photos.age) ?? .infinity
      if age < PhotosState.Photos.maxAge { state.photos.status = .success }
    case .didLoadPhotos(.failure(let error)):
      state.photos.saveError = error
    case .didFetchPhotos(.success(let fetched)):
      state.changeUnlessFollowing { $0.photos.replace(with: fetched) }
      state.photos.status = .success
    case .didFetchPhotos(.failure(let error)):
      state.photos.status = .failure(error: error)
    case .didSavePhotos(.success):
      state.photos.saveError = nil
    case .didSavePhotos(.failure(let error)):
      state.photos.saveError = error
    }
  }

  private static func reduce(
    _ state: inout PhotosState.BannerState, _ action: PhotosAction.UI.BannerUpdate
  ) {
    switch action {
    case .onTapSubmitButton(let banner):
      guard state.networkState != .inProgress else { return }
      state.networkState = .inProgress
      state.submitted = banner
    case .onTapDismissErrorButton:
      guard state.networkState != .inProgress else { return }
      state.networkState = .notStarted
      state.submitted = nil
    }
  }

  private static func reduce(
    _ state: inout PhotosState, _ action: PhotosAction.Data.BannerDataStore
  ) {
    switch action {
    case .didLoadBanner(let banner):
      switch state.banner.networkState {
      case .notStarted, .finished(.failure):
        state.changeUnlessFollowing { $0.banner.banner = banner }
      // A banner that was changed in the meantime is newer.
      case .inProgress, .finished(.success): break
      }
    case .didUploadBanner(let result):
      state.banner.networkState = .finished(result)
      if case .success(let banner) = result {
        state.changeUnlessFollowing { $0.banner.banner = banner }
        state.banner.submitted = nil
      }
    }
  }
}

extension PhotosState.Photos {
  fileprivate mutating func startFetch(at now: Date) {
    status = .waiting
    requestedAt = now
  }

  fileprivate mutating func replace(with new: FetchedPhotos) {
    data = new.photos
    fetched = new.fetched
    skipped = new.skipped
    isLoaded = true
  }
}

extension PhotosState {
  /// Applies the change that the outcome of an operation carries, unless the log
  /// of a shared store brings it.
  fileprivate mutating func changeUnlessFollowing(_ change: (inout PhotosState) -> Void) {
    if !isFollowing { change(&self) }
  }

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
