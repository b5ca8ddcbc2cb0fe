public import Foundation

/// All that can happen to the photos: what people did, and what came of it.
public enum PhotosAction: Codable, Hashable, Sendable {
  case ui(_ action: UI)
  case data(_ action: Data)
}

extension PhotosAction {
  /// What people did, by the component they did it in.
  public enum UI: Codable, Hashable, Sendable {
    case photoList(_ action: PhotoList)
    case bannerUpdate(_ action: BannerUpdate)
  }

  /// What came of it, by where it was done.
  public enum Data: Codable, Hashable, Sendable {
    case provider(_ action: Provider)
    case bannerDataStore(_ action: BannerDataStore)
  }
}

extension PhotosAction.UI {
  /// In the list of photos. Each says when, since how old the photos are
  /// decides whether there is something to do.
  public enum PhotoList: Codable, Hashable, Sendable {
    case onAppear(now: Date)
    case onTapRefreshPhotosButton(now: Date)
    /// Asks once more after a failure.
    case onTapTryAgainButton(now: Date)
  }

  /// In the sheet of the banner.
  public enum BannerUpdate: Codable, Hashable, Sendable {
    case onTapSubmitButton(banner: Banner)
    case onTapDismissErrorButton
  }
}

extension PhotosAction.Data {
  /// What came of asking the disk and the service.
  public enum Provider: Codable, Hashable, Sendable {
    case didLoadPhotos(result: LoadPhotosResult)
    case didFetchPhotos(result: FetchPhotosResult)
    case didSavePhotos(result: SavePhotosResult)
  }

  /// What came of asking for the banner, and of changing it.
  public enum BannerDataStore: Hashable, Sendable {
    case didLoadBanner(banner: Banner)
    case didUploadBanner(result: Result<Banner, NetworkError>)
  }
}

extension PhotosAction.Data.Provider {
  /// How reading kept photos ended; without photos where none are kept.
  public enum LoadPhotosResult: Codable, Hashable, Sendable {
    case success(photos: FetchedPhotos?)
    case failure(error: String)
  }

  /// How asking the service ended.
  public enum FetchPhotosResult: Codable, Hashable, Sendable {
    case success(photos: FetchedPhotos)
    case failure(error: String)
  }

  /// How keeping photos ended.
  public enum SavePhotosResult: Codable, Hashable, Sendable {
    case success
    case failure(error: String)
  }
}
