public import ImmutableUI
import Markup

/// What a window shows of the photos. All of it is in the address.
public struct PhotosLocation: PageLocation {
  /// What titles are searched for, as it was typed.
  public var query = ""
  /// Whether the page says how many photos it shows.
  public var showsPhotoCount = false
  /// The page of the list, from 1.
  public var page = 1
  /// What is open over the page.
  public var sheet: Sheet?
  /// How the last post ended.
  public var notice: Notice?
  /// Whether the address says what goes without saying, as a form makes it.
  public var hasRedundantItems = false

  /// All photos.
  public init() {}

  /// What can be open over the page.
  public enum Sheet: String, CaseIterable, Hashable, Sendable {
    case banner
  }

  /// How a post ended. The codes are a fixed set: no text of an address gets
  /// onto the page.
  public enum Notice: String, CaseIterable, Hashable, Sendable {
    case refreshed
    /// There was nothing to refresh: the photos are that new.
    case current
    case bannerUpdated
    /// A banner is being uploaded; the sheet closes when it is.
    case bannerSubmitted
  }
}

extension PhotosLocation {
  /// The same place without sheet and notice.
  public var plain: PhotosLocation {
    var location = self
    location.sheet = nil
    location.notice = nil
    location.hasRedundantItems = false
    return location
  }

  /// The same place with something changed, without sheet and notice.
  func with(_ change: (inout PhotosLocation) -> Void) -> PhotosLocation {
    var location = plain
    change(&location)
    return location
  }

  /// The address of the page here.
  var href: Href { PhotosRoute.page(self).href }
}
