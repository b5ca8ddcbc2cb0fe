public import Foundation

/// An action of the guide to photos: a user action, or the result of an
/// operation.
public enum PhotosAction: Codable, Hashable, Sendable {
  case ui(_ action: UI)
  case data(_ action: Data)
}

extension PhotosAction {
  /// The user actions, by component.
  public enum UI: Codable, Hashable, Sendable {
    case photoList(_ action: PhotoList)
    case bannerUpdate(_ action: BannerUpdate)
  }

  /// The results of operations, by origin.
  public enum Data: Codable, Hashable, Sendable {
    case provider(_ action: Provider)
    case bannerDataStore(_ action: BannerDataStore)
    /// The log of a shared store contains changes, of any instance.
    case log(_ changes: [PhotosChange])
  }
}

extension PhotosAction.UI {
  /// The user actions in the list of photos. Each contains the time, since the
  /// age of the photos decides whether they are fetched.
  public enum PhotoList: Codable, Hashable, Sendable {
    case onAppear(now: Date)
    case onTapRefreshPhotosButton(now: Date)
    /// Retries fetching the photos after a failure.
    case onTapTryAgainButton(now: Date)
  }

  /// The user actions in the dialog of the banner.
  public enum BannerUpdate: Codable, Hashable, Sendable {
    case onTapSubmitButton(banner: Banner)
    case onTapDismissErrorButton
  }
}

extension PhotosAction.Data {
  /// The results of loading, fetching and saving photos.
  public enum Provider: Codable, Hashable, Sendable {
    case didLoadPhotos(result: LoadPhotosResult)
    case didFetchPhotos(result: FetchPhotosResult)
    case didSavePhotos(result: SavePhotosResult)
  }

  /// The results of loading and uploading the banner.
  public enum BannerDataStore: Hashable, Sendable {
    case didLoadBanner(banner: Banner)
    case didUploadBanner(result: Result<Banner, NetworkError>)
  }
}

extension PhotosAction.Data.Provider {
  /// The result of reading the stored photos; `nil` if none are stored.
  public enum LoadPhotosResult: Codable, Hashable, Sendable {
    case success(photos: FetchedPhotos?)
    case failure(error: String)
  }

  /// The result of fetching photos from the service.
  public enum FetchPhotosResult: Codable, Hashable, Sendable {
    case success(photos: FetchedPhotos)
    case failure(error: String)
  }

  /// The result of storing photos.
  public enum SavePhotosResult: Codable, Hashable, Sendable {
    case success
    case failure(error: String)
  }
}
