import Foundation

/// Makes the next state of the photos.
public enum PhotosReducer {
  /// Reduces one action.
  @Sendable
  public static func reduce(state: PhotosState, action: PhotosAction) -> PhotosState {
    var state = state
    switch action {
    case .ui(.photoList(let action)): reduce(&state.photos, action)
    case .ui(.bannerUpdate(let action)): reduce(&state.banner, action)
    case .data(.provider(let action)): reduce(&state.photos, action)
    case .data(.bannerDataStore(let action)): reduce(&state.banner, action)
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
      photos.ask(at: now)
    case .onTapRefreshPhotosButton(let now), .onTapTryAgainButton(let now):
      // One request at a time, and none that would bring the same to where it
      // is already.
      guard let status = photos.status, status != .waiting,
        !photos.isFresh(at: now) || photos.saveError != nil
      else { return }
      photos.ask(at: now)
    }
  }

  private static func reduce(
    _ photos: inout PhotosState.Photos, _ action: PhotosAction.Data.Provider
  ) {
    switch action {
    case .didLoadPhotos(.success(let kept)):
      photos.isRead = true
      photos.saveError = nil
      guard let kept, !photos.isLoaded else { return }
      photos.take(kept)
      // Expired ones are shown while newer ones are fetched.
      let age = photos.asked.flatMap(photos.age) ?? .infinity
      if age < PhotosState.Photos.expired { photos.status = .success }
    case .didLoadPhotos(.failure(let error)):
      photos.saveError = error
    case .didFetchPhotos(.success(let fetched)):
      photos.take(fetched)
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
      // What was changed meanwhile is newer.
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
  fileprivate mutating func ask(at now: Date) {
    status = .waiting
    asked = now
  }

  fileprivate mutating func take(_ new: FetchedPhotos) {
    data = new.photos
    fetched = new.fetched
    skipped = new.skipped
    isLoaded = true
  }
}
