public import ImmutableUI

/// The location of a window. All of it is in the address.
public struct PhotosLocation: GuideLocation, QueryLocation {
  /// The search text, exactly as entered.
  public var search = ""
  /// The search text if it is too long to search for; the page shows it with a
  /// message.
  public var rejectedSearch: String?
  /// The page of the list, starting with 1.
  public var page = 1
  /// The photo that the page shows; `nil` for the list.
  public var photo: Int?
  /// The dialog over the page.
  public var dialog: Dialog?
  /// The outcome of the last post.
  public var notice: Notice?
  /// True if the address contains default values, as after a form was sent.
  public var hasRedundantItems = false

  /// The first page of all photos.
  public init() {}

  /// A dialog over the page.
  public enum Dialog: String, CaseIterable, Hashable, Sendable {
    case banner
  }

  /// The outcome of a post. The codes are a fixed set, so that no text of an
  /// address is shown as a notice.
  public enum Notice: String, CaseIterable, Hashable, Sendable {
    case refreshed
    /// The photos were up to date, so they were not fetched.
    case current
    case bannerUpdated
    /// A banner is being uploaded; the dialog closes when the upload ends.
    case bannerSubmitted
  }
}

extension PhotosLocation {
  /// The same location without dialog, notice and rejected text.
  public var plain: PhotosLocation {
    var location = self
    location.rejectedSearch = nil
    location.dialog = nil
    location.notice = nil
    location.hasRedundantItems = false
    return location
  }

  public static let path = "photos"

  /// The item of the search text.
  static let searchItem = QueryItem<Self>.text("q", \.search, tooLong: \.rejectedSearch)

  public static let query = Query<Self>([
    searchItem,
    .number("page", 1...1_000_000, \.page),
    .value("photo", \.photo, hint: "Use the number of a photo.", { Int($0) }, print: { "\($0)" }),
    .choice("dialog", \.dialog).formerly("sheet"),
    .choice("notice", \.notice),
  ])

  public init(parsing values: NamedValues) throws(MalformedRequest) {
    let (location, problems, hasRedundantItems) = Self.query.read(values, into: Self())
    try problems.check()
    self = location
    self.hasRedundantItems = hasRedundantItems
  }
}
