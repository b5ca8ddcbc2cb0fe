public import ImmutableUI
import Markup

/// The location of a window. All of it is in the address.
public struct PhotosLocation: PageLocation {
  /// The search text, exactly as entered.
  public var query = ""
  /// The search text if it is too long to search for; the page shows it with a
  /// message.
  public var rejectedQuery: String?
  /// True if the page shows the number of photos.
  public var showsPhotoCount = false
  /// The page of the list, starting with 1.
  public var page = 1
  /// The sheet over the page.
  public var sheet: Sheet?
  /// The outcome of the last post.
  public var notice: Notice?
  /// True if the address contains default values, as after a form was sent.
  public var hasRedundantItems = false

  /// The first page of all photos.
  public init() {}

  /// A sheet over the page.
  public enum Sheet: String, CaseIterable, Hashable, Sendable {
    case banner
  }

  /// The outcome of a post. The codes are a fixed set, so that no text of an
  /// address is shown as a notice.
  public enum Notice: String, CaseIterable, Hashable, Sendable {
    case refreshed
    /// The photos were up to date, so they were not fetched.
    case current
    case bannerUpdated
    /// A banner is being uploaded; the sheet closes when the upload ends.
    case bannerSubmitted
  }
}

extension PhotosLocation {
  /// The same location without sheet, notice and rejected text.
  public var plain: PhotosLocation {
    var location = self
    location.rejectedQuery = nil
    location.sheet = nil
    location.notice = nil
    location.hasRedundantItems = false
    return location
  }

  /// Returns a changed copy of the location, without its sheet and notice.
  func with(_ change: (inout PhotosLocation) -> Void) -> PhotosLocation {
    var location = plain
    change(&location)
    return location
  }

  /// The address of the page at this location.
  var href: Href { PhotosRoute.page(self).href }
}
