import Foundation

/// The reducer of the guide to photos.
public enum PhotosReducer {
  /// Returns the state after an action.
  @Sendable
  public static func reduce(state: PhotosState, action: PhotosAction) -> PhotosState {
    var state = state
    switch action {
    case .ui(.photoList(let action)): reduce(&state.photos, action)
    case .ui(.bannerUpdate(let action)): reduce(&state.banner, action)
    case .data(.provider(let action)): reduce(&state.photos, action)
    case .data(.bannerDataStore(let action)): reduce(&state.banner, action)
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
    _ photos: inout PhotosState.Photos, _ action: PhotosAction.Data.Provider
  ) {
    switch action {
    case .didLoadPhotos(.success(let stored)):
      photos.isRead = true
      photos.saveError = nil
      guard let stored, !photos.isLoaded else { return }
      photos.replace(with: stored)
      // Expired photos are shown while newer ones are fetched.
      let age = photos.requestedAt.flatMap(photos.age) ?? .infinity
      if age < PhotosState.Photos.maxAge { photos.status = .success }
    case .didLoadPhotos(.failure(let error)):
      photos.saveError = error
    case .didFetchPhotos(.success(let fetched)):
      photos.replace(with: fetched)
      photos.status = .success
    case .didFetchPhotos(.failure(let error)):
      photos.status = .failure(error: error)
    case .didSavePhotos(.success):
      photos.saveError = nil
    case .didSavePhotos(.failure(let error)):
      photos.saveError = error
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
    _ state: inout PhotosState.BannerState, _ action: PhotosAction.Data.BannerDataStore
  ) {
    switch action {
    case .didLoadBanner(let banner):
      switch state.networkState {
      case .notStarted, .finished(.failure): state.banner = banner
      // A banner that was changed in the meantime is newer.
      case .inProgress, .finished(.success): break
      }
    case .didUploadBanner(let result):
      state.networkState = .finished(result)
      if case .success(let banner) = result {
        state.banner = banner
        state.submitted = nil
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
