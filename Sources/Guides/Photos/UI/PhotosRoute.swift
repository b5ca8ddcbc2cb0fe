public import ImmutableUI
public import Markup

/// The routes of the guide to photos: its page, the forms that it posts, and the files of
/// pictures.
public enum PhotosRoute: GuideRoute {
  case page(PhotosLocation)
  case post(PhotosEvent, from: PhotosLocation)
  case picture(PhotoPicture)

  public static let path = PhotosLocation.path
  private static let pictures = "pictures"

  public var destination: Destination<PhotosLocation, PhotosEvent, PhotoPicture> {
    switch self {
    case .page(let location): .page(location)
    case .post(let event, let location): .post(event, from: location)
    case .picture(let picture): .download(picture)
    }
  }

  public init?(parsing target: Target) throws(MalformedRequest) {
    guard target.path.first == Self.path else { return nil }
    let rest = Array(target.path.dropFirst())
    if rest.isEmpty {
      self = .page(try PhotosLocation(parsing: target.query))
    } else if rest.count == 2, rest[0] == Self.pictures, let id = Int(rest[1]), "\(id)" == rest[1] {
      self = .picture(PhotoPicture(id: id, version: target.query.values(of: "v").first))
    } else if let event = PhotosEvent(rawValue: rest.joined(separator: "/")) {
      self = .post(event, from: try PhotosLocation(parsing: target.query))
    } else {
      return nil
    }
  }

  public var href: Href {
    switch self {
    case .page(let location): location.href
    case .post(let event, let location):
      Href(
        path: [Self.path] + event.rawValue.split(separator: "/").map(String.init),
        query: location.queryItems)
    case .picture(let picture):
      Href(
        path: [Self.path, Self.pictures, "\(picture.id)"],
        query: picture.version.map { [("v", $0)] } ?? [])
    }
  }
}

/// The picture of a photo as a file of this site.
public struct PhotoPicture: Hashable, Sendable {
  let id: Int
  /// The version of the file that a page shows.
  let version: String?
}

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
    case .search(let text): self = .page(PhotosLocation().with { $0.search = text })
    case .showPage(let number):
      self = .page(
        location.with {
          $0.photo = nil
          $0.page = number
        })
    case .showPhoto(let id): self = .page(location.with { $0.photo = id })
    case .showUpdateView(let isShown):
      self = .page(location.with { $0.dialog = isShown ? .banner : nil })
    case .refresh: self = .post(.refresh, from: location.plain)
    case .tryAgain: self = .post(.tryAgain, from: location.plain)
    case .banner(.submit): self = .post(.submitBanner, from: location.plain)
    case .banner(.dismissError): self = .post(.dismissError, from: location.plain)
    }
  }
}
