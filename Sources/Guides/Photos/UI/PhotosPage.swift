import Foundation
import ImmutableData
import ImmutableUI
import Look
import PhotosData

/// The page of the photos: search, banner, and a swatch for each photo.
public enum PhotosPage {}

extension PhotosPage {
  /// An action on the page.
  enum Action: Hashable, Sendable {
    case toggleShowsPhotoCount(Bool)
    case search(String)
    case showPage(Int)
    case showUpdateView(Bool)
    case refresh
    case tryAgain
    case banner(BannerUpdate.Action)
  }
}

extension PhotosPage {
  /// The content of the page, ready for display.
  struct ViewState: Hashable, Sendable {
    /// The heading without the count.
    let navigationTitle = "Photos"
    /// The number of photos that match the search; `nil` if it is switched off
    /// or not known yet.
    let count: String?
    /// The origin of the photos.
    let source =
      "Titles in filler Latin from JSONPlaceholder, a public test service. Each photo without "
      + "a picture is shown as its colour."
    /// The number and the age of the photos; empty until they are loaded.
    let summary: String
    let searchText: String
    /// The error message of the search field; `nil` if its text is valid.
    let searchProblem: String?
    let showsPhotoCount: Bool
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
    case content([PhotoGrid.Swatch], Pagination?)
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
    searchText.isEmpty || searchProblem != nil
      ? "Photos with their titles, each shown as a colour swatch, under a shared banner."
      : "Photos whose titles contain “\(searchText)”, each shown as a colour swatch."
  }

  /// The title of the window.
  var windowTitle: String {
    let title = [navigationTitle, count].compactMap { $0 }.joined(separator: " ")
    if searchProblem != nil { return "Error: \(title)" }
    return showUpdateView ? "\(BannerUpdate.title) - \(title)" : title
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
    /// The progress of loading the photos.
    var progress: PhotosProgress
    /// The banner, and the status of its last upload.
    var banner: PhotosState.BannerState
    /// Search text, count, page, dialog and notice.
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
          progress: select(.progress),
          banner: select(.banner),
          location: location, draft: draft, now: now, pictureOrigins: pictureOrigins))
    }
  }
}

extension PhotosPage.ViewState {
  /// Combines the inputs. Each is shown independently of the others: the search
  /// text and the count switch stay while photos are loading or have failed to
  /// load.
  init(combining inputs: PhotosPage.Inputs) {
    let isLoaded = inputs.progress.isLoaded
    self.init(
      count: inputs.location.showsPhotoCount && isLoaded ? grouped(inputs.photos.count) : nil,
      summary: Self.summary(inputs),
      searchText: inputs.location.rejectedSearch ?? inputs.location.search,
      searchProblem: inputs.location.rejectedSearch.map { _ in
        QueryText.tooLongMessage(for: "Search titles")
      },
      showsPhotoCount: inputs.location.showsPhotoCount,
      messages: Self.messages(inputs),
      status: Self.status(inputs),
      banner: BannerUpdate.ViewState(inputs.banner, draft: inputs.draft),
      showUpdateView: inputs.location.dialog == .banner)
  }

  private static func summary(_ inputs: PhotosPage.Inputs) -> String {
    let progress = inputs.progress
    guard progress.isLoaded else { return "" }
    let all = counted(progress.total, "photo", "photos")
    var parts = [
      inputs.location.search.isEmpty ? all : "\(grouped(inputs.photos.count)) of \(all)"
    ]
    if let fetched = progress.fetched {
      parts.append("updated \(time(fetched, inputs))")
    }
    if progress.skipped > 0 {
      parts.append("\(counted(progress.skipped, "photo", "photos")) could not be read")
    }
    return parts.joined(separator: " · ")
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
    let result = inputs.photos
    if inputs.progress.total == 0 { return .empty(.noPhotos) }
    if result.count == 0 { return .empty(.noMatch(inputs.location.search)) }
    if result.photos.isEmpty { return .empty(.noSuchPage) }
    return .content(
      result.photos.map {
        PhotoGrid.Swatch($0, search: inputs.location.search, pictures: inputs.pictureOrigins)
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
