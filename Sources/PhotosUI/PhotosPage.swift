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
