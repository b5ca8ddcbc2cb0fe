public import ImmutableUI
import Markup

/// The routes of the guide to photos.
public enum PhotosRoute: GuideRoute {
  /// A location of the list.
  case page(PhotosLocation)
  /// A form posted from the page.
  case post(Event, from: PhotosLocation)
}

extension PhotosRoute {
  /// The forms that the page posts, named as in the hierarchy of actions.
  public enum Event: String, CaseIterable, Hashable, Sendable {
    case refresh = "photoList/onTapRefreshPhotosButton"
    case tryAgain = "photoList/onTapTryAgainButton"
    case submitBanner = "bannerUpdate/onTapSubmitButton"
    case dismissError = "bannerUpdate/onTapDismissErrorButton"
  }
}

extension PhotosRoute {
  public static let path = "photos"

  public var destination: Destination<PhotosLocation, Event, Never> {
    switch self {
    case .page(let location): .page(location)
    case .post(let event, let location): .post(event, from: location)
    }
  }
  /// The route of an action: a different location for what belongs to the
  /// window, a post for everything else.
  init(sending action: PhotosPage.Action, from location: PhotosLocation) {
    switch action {
    case .toggleShowsPhotoCount(let isOn):
      self = .page(location.with { $0.showsPhotoCount = isOn })
    case .search(let text):
      self = .page(
        location.with {
          $0.query = text
          $0.page = 1
        })
    case .showPage(let number):
      self = .page(location.with { $0.page = number })
    case .showUpdateView(let isShown):
      self = .page(location.with { $0.sheet = isShown ? .banner : nil })
    case .refresh: self = .post(.refresh, from: location.plain)
    case .tryAgain: self = .post(.tryAgain, from: location.plain)
    case .banner(.submit): self = .post(.submitBanner, from: location.plain)
    case .banner(.dismissError): self = .post(.dismissError, from: location.plain)
    }
  }
}
