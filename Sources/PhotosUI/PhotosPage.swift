import Foundation
import ImmutableUI
import Look
import PhotosData

/// The page of the photos: search, banner, and a swatch for each photo.
public enum PhotosPage {}

extension PhotosPage {
  /// What can be done on the page.
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
    /// The heading less the count.
    let navigationTitle = "Photos"
    /// How many photos there are after searching; `nil` where nobody wants to
    /// know, or where that is not known.
    let count: String?
    /// A description in one line.
    let summary: String
    let searchText: String
    let showsPhotoCount: Bool
    let messages: [Message]
    let status: Status
    let banner: BannerUpdate.ViewState
    let showUpdateView: Bool
  }
}

extension PhotosPage.ViewState {
  /// The content in the place of the photos.
  enum Status: Hashable, Sendable {
    case loading
    case error(String)
    case content([PhotoGrid.Swatch], Pagination?)
    case empty(Emptiness)
  }

  /// The reason why there is nothing to see.
  enum Emptiness: Hashable, Sendable {
    /// The service has no photos.
    case noPhotos
    /// No title holds the text.
    case noMatch(String)
    /// The list has fewer pages.
    case noSuchPage
  }

  /// The progress of something.
  enum Message: Hashable, Sendable {
    case waiting(String)
    case notice(String)
    case failure(String, canTryAgain: Bool)
  }

  /// True if something on the page is under way.
  var isWaiting: Bool {
    status == .loading || messages.contains { if case .waiting = $0 { true } else { false } }
  }

  /// What the page shows, in a sentence.
  var description: String {
    searchText.isEmpty
      ? "Photos by their titles, each shown as its colour, under a banner for everybody."
      : "Photos whose titles hold “\(searchText)”, each shown as its colour."
  }

  /// The title of the window.
  var windowTitle: String {
    let title = [navigationTitle, count].compactMap { $0 }.joined(separator: " ")
    return showUpdateView ? "\(BannerUpdate.title) - \(title)" : title
  }
}

extension PhotosPage {
  /// All that the page depends on, read at one moment.
  ///
  /// On a screen these would be streams whose latest values have to be
  /// combined again and again. A request needs no stream: it reads one
  /// snapshot of the store, its own address, what was typed and the time,
  /// each of which has a value from the start, and `ViewState(combining:)`
  /// makes of them what is shown. That is a function of plain values, so
  /// equal inputs give equal pages, and there is no order of arrival to test.
  struct Inputs: Hashable, Sendable {
    /// The photos of the page, after searching.
    var photos: PhotosPageResult
    /// How far asking for them has come.
    var progress: PhotosProgress
    /// The banner, and what became of the last change of it.
    var banner: PhotosState.BannerState
    /// Search text, count, page, sheet and notice.
    var location: PhotosLocation
    /// The text typed into the sheet, and the problem with it.
    var typed: BannerUpdate.Typed?
    var now: Date
  }

  /// Reads the inputs.
  struct Container: ImmutableUI.Container {
    let location: PhotosLocation
    var typed: BannerUpdate.Typed?
    let now: Date

    func viewState(_ select: SelectPhotos) -> ViewState {
      ViewState(
        combining: Inputs(
          photos: select(.photosValues(PhotosPageQuery(location))),
          progress: select(.progress),
          banner: select(.banner),
          location: location, typed: typed, now: now))
    }
  }
}

extension PhotosPage.ViewState {
  /// What is shown of some inputs. Each is shown whatever the others are:
  /// what was typed and switched stays while photos come, or cannot come.
  init(combining inputs: PhotosPage.Inputs) {
    let isLoaded = inputs.progress.isLoaded
    self.init(
      count: inputs.location.showsPhotoCount && isLoaded ? grouped(inputs.photos.count) : nil,
      summary: Self.summary(inputs),
      searchText: inputs.location.query,
      showsPhotoCount: inputs.location.showsPhotoCount,
      messages: Self.messages(inputs),
      status: Self.status(inputs),
      banner: BannerUpdate.ViewState(inputs.banner, typed: inputs.typed),
      showUpdateView: inputs.location.sheet == .banner)
  }

  private static func summary(_ inputs: PhotosPage.Inputs) -> String {
    let progress = inputs.progress
    guard progress.isLoaded else { return "Each shown as the colour that its address names" }
    var parts = ["Each shown as the colour that its address names"]
    if inputs.location.showsPhotoCount, !inputs.location.query.isEmpty {
      parts = [
        "\(grouped(inputs.photos.count)) of \(counted(progress.total, "photo", "photos")), each as "
          + "the colour that its address names"
      ]
    }
    if let fetched = progress.fetched {
      parts.append("fetched \(time(fetched, inputs))")
    }
    if progress.skipped > 0 {
      parts.append("\(counted(progress.skipped, "photo", "photos")) could not be read")
    }
    return parts.joined(separator: "; ")
  }

  /// As in "4 May 2024, 07:06 UTC (5 min ago)".
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
    if result.count == 0 { return .empty(.noMatch(inputs.location.query)) }
    if result.photos.isEmpty { return .empty(.noSuchPage) }
    return .content(
      result.photos.map(PhotoGrid.Swatch.init),
      Pagination(
        page: inputs.location.page, count: result.count, length: PhotosPageQuery.pageLength))
  }

  private static func messages(_ inputs: PhotosPage.Inputs) -> [Message] {
    let progress = inputs.progress
    var messages: [Message] = []
    switch progress.status {
    case .waiting where progress.isLoaded:
      messages.append(.waiting("Asking for newer photos"))
    case .failure(let error) where progress.isLoaded:
      let fetched = progress.fetched.map { time($0, inputs) } ?? "before"
      messages.append(
        .failure(
          "The photos could not be fetched anew. \(error) What you see was fetched \(fetched).",
          canTryAgain: true))
    default:
      if let notice = inputs.location.notice?.words { messages.append(.notice(notice)) }
    }
    if let error = progress.saveError {
      messages.append(
        .failure("\(error) The photos are kept in memory only.", canTryAgain: true))
    }
    return messages
  }
}

extension PhotosLocation.Notice {
  fileprivate var words: String? {
    switch self {
    case .refreshed: "These are the newest photos."
    case .current: "These are the newest photos: they were fetched less than a minute ago."
    case .bannerUpdated: "The banner was updated."
    // The sheet shows it.
    case .bannerSubmitted: nil
    }
  }
}
