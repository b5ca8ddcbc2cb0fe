import Look

extension PhotosPage {
  /// What the page shows, ready for display.
  struct ViewState: Hashable, Sendable {
    /// The heading less the count.
    let navigationTitle = "Photos"
    /// How many photos there are after searching; `nil` where nobody wants to
    /// know, or where that is not known.
    let count: String?
    /// What one sees, in one line.
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
  /// What stands where the photos are.
  enum Status: Hashable, Sendable {
    case loading
    case error(String)
    case content([PhotoGrid.Swatch], Pagination?)
    case empty(Emptiness)
  }

  /// Why there is nothing to see.
  enum Emptiness: Hashable, Sendable {
    /// The service has no photos.
    case noPhotos
    /// No title holds the text.
    case noMatch(String)
    /// The list has fewer pages.
    case noSuchPage
  }

  /// How something went, or goes.
  enum Message: Hashable, Sendable {
    case waiting(String)
    case notice(String)
    case failure(String, canTryAgain: Bool)
  }

  /// Whether something on the page is under way.
  var isWaiting: Bool {
    status == .loading || messages.contains { if case .waiting = $0 { true } else { false } }
  }

  /// What the page shows, in a sentence.
  var description: String {
    searchText.isEmpty
      ? "Photos by their titles, each shown as its colour, under a banner for everybody."
      : "Photos whose titles hold “\(searchText)”, each shown as its colour."
  }

  /// What the window is called.
  var windowTitle: String {
    let title = [navigationTitle, count].compactMap { $0 }.joined(separator: " ")
    return showUpdateView ? "\(BannerUpdate.title) - \(title)" : title
  }
}
