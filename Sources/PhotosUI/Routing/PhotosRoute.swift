public import ImmutableUI
public import Markup

/// The places of the guide of photos.
public enum PhotosRoute: Route {
  /// The list.
  case page(PhotosLocation)
  /// A form that was posted from the page.
  case post(Event, from: PhotosLocation)
}

extension PhotosRoute {
  /// What people do, named as in the tree of actions.
  public enum Event: String, CaseIterable, Hashable, Sendable {
    case refresh = "photoList/onTapRefreshPhotosButton"
    case tryAgain = "photoList/onTapTryAgainButton"
    case submitBanner = "bannerUpdate/onTapSubmitButton"
    case dismissError = "bannerUpdate/onTapDismissErrorButton"
  }
}

extension PhotosRoute {
  private static let root = "photos"

  public init?(parsing target: Target) throws(Malformed) {
    guard target.path.first == Self.root else { return nil }
    if target.path.count == 1 {
      self = .page(try PhotosLocation(parsing: target.query))
    } else if let event = Event(rawValue: target.path.dropFirst().joined(separator: "/")) {
      self = .post(event, from: try PhotosLocation(parsing: target.query))
    } else {
      return nil
    }
  }

  public var method: RouteMethod {
    switch self {
    case .page: .get
    case .post: .post
    }
  }

  public var href: Href {
    switch self {
    case .page(let location):
      Href(path: [Self.root], query: location.items)
    case .post(let event, let location):
      Href(
        path: [Self.root] + event.rawValue.split(separator: "/").map(String.init),
        query: location.plain.items)
    }
  }

  /// Where an action of the page is sent from a place: what a window sets for
  /// itself is another address, everything else a post.
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
    case .refresh: self = .post(.refresh, from: location)
    case .tryAgain: self = .post(.tryAgain, from: location)
    case .banner(.submit): self = .post(.submitBanner, from: location)
    case .banner(.dismissError): self = .post(.dismissError, from: location)
    }
  }
}
