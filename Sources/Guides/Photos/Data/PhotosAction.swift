public import Foundation

/// An action of the guide to photos: a user action, or the result of an
/// operation.
public enum PhotosAction: Hashable, Sendable {
  case ui(_ action: UI)
  case data(_ action: Data)
}

extension PhotosAction {
  /// The user actions, by component.
  public enum UI: Hashable, Sendable {
    case photoList(_ action: PhotoList)
    case bannerUpdate(_ action: BannerUpdate)
  }

  /// The results of operations, by origin.
  public enum Data: Hashable, Sendable {
    case provider(_ action: Provider)
    case bannerDataStore(_ action: BannerDataStore)
    /// The kept photos and the banner were loaded.
    case loaded(photos: FetchedPhotos?, banner: Banner?)
    /// The log has changes, of any instance.
    case log(_ changes: [PhotosChange])
  }
}

extension PhotosAction.UI {
  /// The user actions in the list of photos. Each contains the time, since the
  /// age of the photos decides whether they are fetched.
  public enum PhotoList: Hashable, Sendable {
    case onAppear(now: Date)
    case onTapRefreshPhotosButton(now: Date)
    /// Retries fetching the photos after a failure.
    case onTapTryAgainButton(now: Date)
  }

  /// The user actions in the dialog of the banner.
  public enum BannerUpdate: Hashable, Sendable {
    case onTapSubmitButton(banner: Banner)
    case onTapDismissErrorButton
  }
}

extension PhotosAction.Data {
  /// The results of fetching photos.
  public enum Provider: Hashable, Sendable {
    case didFetchPhotos(result: FetchPhotosResult)
  }

  /// The results of uploading the banner.
  public enum BannerDataStore: Hashable, Sendable {
    case didUploadBanner(result: Result<Banner, NetworkError>)
  }
}

extension PhotosAction.Data.Provider {
  /// The result of fetching photos from the service.
  public enum FetchPhotosResult: Hashable, Sendable {
    case success(photos: FetchedPhotos)
    case failure(error: String)
  }
}
