import Foundation
import ImmutableData
import ImmutableUI
import Look
import PhotosData

/// The page of the photos: search, banner, and a tile for each photo; or one photo.
public enum PhotosPage {}

extension PhotosPage {
  /// An action on the page.
  enum Action: Hashable, Sendable {
    case search(String)
    case showPage(Int)
    case showPhoto(Photo.ID)
    case showUpdateView(Bool)
    case refresh
    case tryAgain
    case banner(BannerUpdate.Action)
  }
}

extension PhotosPage {
  /// The content of the page, ready for display.
  struct ViewState: Hashable, Sendable {
    let navigationTitle = "Photos"
    /// The number of photos, or of those that match the search; `nil` until they are loaded.
    let count: String?
    /// The time of the last update; `nil` until the photos are loaded.
    let updated: Moment?
    /// The number of photos that could not be read; empty for none.
    let skipped: String
    let searchText: String
    /// The error message of the search field; `nil` if its text is valid.
    let searchProblem: String?
    let messages: [Message]
    let status: Status
    let banner: BannerUpdate.ViewState
    let showUpdateView: Bool
  }
}

extension PhotosPage.ViewState {
  /// The content of the list.
  enum Status: Hashable, Sendable {
    case loading
    case error(String)
    case content([PhotoGrid.Tile], Pagination?)
    case photo(PhotoView.ViewState)
    case empty(Emptiness)
  }

  /// The reason why the list is empty.
  enum Emptiness: Hashable, Sendable {
    /// The service has no photos.
    case noPhotos
    /// No title contains the text.
    case noMatch(String)
    /// The list has fewer pages.
    case noSuchPage
  }

  /// A message about an operation.
  enum Message: Hashable, Sendable {
    case waiting(String)
    case notice(String)
    case failure(String, canTryAgain: Bool)
  }

  /// True if an operation is in progress.
  var isWaiting: Bool {
    status == .loading || messages.contains { if case .waiting = $0 { true } else { false } }
  }

  /// The meta description of the page.
  var description: String {
    if case .photo(let photo) = status {
      return [photo.title, photo.album].filter { !$0.isEmpty }.joined(separator: ", ") + "."
    }
    return searchText.isEmpty || searchProblem != nil
      ? "Photos by title and album." : "Photos whose titles contain “\(searchText)”."
  }

  /// The title of the window.
  var windowTitle: String {
    if searchProblem != nil { return "Error: \(navigationTitle)" }
    if showUpdateView { return "\(BannerUpdate.title) - \(navigationTitle)" }
    if case .photo(let photo) = status { return "\(photo.title) - \(navigationTitle)" }
    return searchText.isEmpty ? navigationTitle : "“\(searchText)” - \(navigationTitle)"
  }
}

extension PhotosPage {
  /// The inputs of the page, read at one moment.
  ///
  /// In an app these would be streams whose latest values are combined on every
  /// change. A request needs no stream: it reads one snapshot of the store, its
  /// own address, the entered text and the time, and `ViewState(combining:)`
  /// computes the page from them. Since that is a pure function, equal inputs
  /// give equal pages, and no order of events has to be tested.
  struct Inputs: Hashable, Sendable {
    /// The photos of the page that match the search.
    var photos: PhotosPageResult
    /// The photo at the location; `nil` for the list.
    var photo: PhotoPosition?
    /// The progress of loading the photos.
    var progress: PhotosProgress
    /// The banner, and the status of its last upload.
    var banner: PhotosState.BannerState
    /// Search text, page, photo, dialog and notice.
    var location: PhotosLocation
    /// The draft of a redisplayed dialog.
    var draft: BannerUpdate.Draft?
    var now: Date
    /// The origins that pictures may be loaded from.
    var pictureOrigins: [String] = []
  }

  /// Reads the inputs.
  struct Container: ImmutableUI.Container {
    let location: PhotosLocation
    var draft: BannerUpdate.Draft?
    let now: Date
    var pictureOrigins: [String] = []

    func viewState(_ select: SelectPhotos) -> ViewState {
      ViewState(
        combining: Inputs(
          photos: select(.photosValues(PhotosPageQuery(location))),
          photo: location.photo.flatMap { select(.photo($0, filteredBy: location.search)) },
          progress: select(.progress),
          banner: select(.banner),
          location: location, draft: draft, now: now, pictureOrigins: pictureOrigins))
    }
  }
}

extension PhotosPage.ViewState {
  /// Combines the inputs. Each is shown independently of the others: the search
  /// text stays while photos are loading or have failed to load.
  init(combining inputs: PhotosPage.Inputs) {
    self.init(
      count: Self.count(inputs),
      updated: inputs.progress.isLoaded ? inputs.progress.fetched.map { Moment($0) } : nil,
      skipped: inputs.progress.skipped > 0
        ? ". \(counted(inputs.progress.skipped, "photo", "photos")) could not be read." : "",
      searchText: inputs.location.rejectedSearch ?? inputs.location.search,
      searchProblem: inputs.location.rejectedSearch.map { _ in
        QueryText.tooLongMessage(for: "Search photos")
      },
      messages: Self.messages(inputs),
      status: Self.status(inputs),
      banner: BannerUpdate.ViewState(inputs.banner, draft: inputs.draft),
      showUpdateView: inputs.location.dialog == .banner)
  }

  private static func count(_ inputs: PhotosPage.Inputs) -> String? {
    let progress = inputs.progress
    guard progress.isLoaded, progress.total > 0 else { return nil }
    let all = grouped(progress.total)
    if !inputs.location.search.isEmpty { return "\(grouped(inputs.photos.count)) of \(all)" }
    return progress.albums == 0
      ? counted(progress.total, "photo", "photos")
      : "\(all) in \(counted(progress.albums, "album", "albums"))"
  }

  /// Returns a text such as "4 May 2024, 07:06 UTC (5 min ago)".
  private static func time(_ date: Date, _ inputs: PhotosPage.Inputs) -> String {
    Moment(date).minuteAndAgo(from: inputs.now)
  }

  private static func status(_ inputs: PhotosPage.Inputs) -> Status {
    guard inputs.progress.isLoaded else {
      if case .failure(let error) = inputs.progress.status { return .error(error) }
      return .loading
    }
    if let photo = inputs.photo { return .photo(PhotoView.ViewState(photo, inputs.pictureOrigins)) }
    let result = inputs.photos
    if inputs.progress.total == 0 { return .empty(.noPhotos) }
    if result.count == 0 { return .empty(.noMatch(inputs.location.search)) }
    if result.photos.isEmpty { return .empty(.noSuchPage) }
    return .content(
      result.photos.map {
        PhotoGrid.Tile($0, search: inputs.location.search, pictures: inputs.pictureOrigins)
      },
      Pagination(
        page: inputs.location.page, count: result.count, length: PhotosPageQuery.pageLength))
  }

  private static func messages(_ inputs: PhotosPage.Inputs) -> [Message] {
    let progress = inputs.progress
    var messages: [Message] = []
    switch progress.status {
    case .waiting where progress.isLoaded:
      messages.append(.waiting("Loading newer photos"))
    case .failure(let error) where progress.isLoaded:
      let fetched = progress.fetched.map { time($0, inputs) } ?? "earlier"
      messages.append(
        .failure(
          "The photos could not be refreshed. \(error) They were last updated \(fetched).",
          canTryAgain: true))
    default:
      if let notice = inputs.location.notice?.text { messages.append(.notice(notice)) }
    }
    return messages
  }
}

extension PhotosLocation.Notice {
  fileprivate var text: String? {
    switch self {
    case .refreshed: "The photos are up to date."
    case .current: "The photos are up to date. They were updated less than a minute ago."
    case .bannerUpdated: "The banner was updated."
    // The dialog shows the progress.
    case .bannerSubmitted: nil
    }
  }
}
