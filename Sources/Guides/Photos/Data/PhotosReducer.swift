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
    case .data(.loaded(let photos, let banner)):
      state.photos.isRead = true
      state.photos.replace(with: photos)
      state.banner.replace(with: banner ?? Banner())
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
        !photos.isFresh(at: now)
      else { return }
      photos.startFetch(at: now)
    }
  }

  private static func reduce(
    _ state: inout PhotosState, _ action: PhotosAction.Data.Provider
  ) {
    switch action {
    case .didFetchPhotos(.success(let fetched)):
      // The log may have brought newer ones of another instance.
      if state.photos.fetched.map({ $0 <= fetched.fetched }) ?? true {
        state.photos.replace(with: fetched)
      }
      state.photos.status = .success
    case .didFetchPhotos(.failure(let error)):
      state.photos.status = .failure(error: error)
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
    case .didUploadBanner(let result):
      // The log has brought the banner, and perhaps a newer one.
      state.banner.networkState = .finished(result)
      if case .success = result { state.banner.submitted = nil }
    }
  }
}

extension PhotosState.Photos {
  fileprivate mutating func startFetch(at now: Date) {
    status = .waiting
    requestedAt = now
  }

  /// Replaces the photos. What is waited for has come, whoever fetched it.
  fileprivate mutating func replace(with new: FetchedPhotos?) {
    data = new?.photos ?? []
    isLoaded = new != nil
    fetched = new?.fetched
    skipped = new?.skipped ?? 0
    if new != nil { status = .success } else if status != .waiting { status = nil }
  }
}

extension PhotosState {
  /// Applies a change of the log. A failure of an earlier operation on the same
  /// thing is cleared.
  mutating func apply(_ change: PhotosChange) {
    switch change {
    case .photos(let photos, _): self.photos.replace(with: photos)
    case .banner(let banner): self.banner.replace(with: banner)
    }
  }
}

extension PhotosState.BannerState {
  fileprivate mutating func replace(with new: Banner) {
    banner = new
    guard case .finished(.failure) = networkState else { return }
    networkState = .notStarted
    submitted = nil
  }
}
