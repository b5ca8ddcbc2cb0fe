public import ImmutableUI

/// The routes of the guide to photos.
public typealias PhotosRoute = StandardRoute<PhotosLocation, PhotosEvent>

/// The forms that the page posts, named as in the hierarchy of actions.
public enum PhotosEvent: String, CaseIterable, Hashable, Sendable {
  case refresh = "photoList/onTapRefreshPhotosButton"
  case tryAgain = "photoList/onTapTryAgainButton"
  case submitBanner = "bannerUpdate/onTapSubmitButton"
  case dismissError = "bannerUpdate/onTapDismissErrorButton"
}

extension PhotosRoute {
  /// The route of an action: a different location for what belongs to the
  /// window, a post for everything else.
  init(sending action: PhotosPage.Action, from location: PhotosLocation) {
    switch action {
    case .toggleShowsPhotoCount(let isOn):
      self = .page(location.with { $0.showsPhotoCount = isOn })
    case .search(let text):
      self = .page(
        location.with {
          $0.search = text
          $0.page = 1
        })
    case .showPage(let number):
      self = .page(location.with { $0.page = number })
    case .showUpdateView(let isShown):
      self = .page(location.with { $0.dialog = isShown ? .banner : nil })
    case .refresh: self = .post(.refresh, from: location.plain)
    case .tryAgain: self = .post(.tryAgain, from: location.plain)
    case .banner(.submit): self = .post(.submitBanner, from: location.plain)
    case .banner(.dismissError): self = .post(.dismissError, from: location.plain)
    }
  }
}
