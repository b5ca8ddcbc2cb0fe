import Foundation
import ImmutableData
import ImmutableUI
import PhotosData

/// The page of one request: what it shows, and what a form on it does.
struct PhotosViewStore: ViewStore {
  /// Why the banner was not taken.
  enum Refusal: Error, Hashable {
    /// The title breaks a rule, in a sentence.
    case title(String)
    /// It could not be uploaded. The state says why.
    case notUploaded
    /// Another upload did not end in time.
    case busy
    /// The operation did not end in time. It goes on.
    case underWay
  }

  let viewState: PhotosPage.ViewState
  let store: Store<PhotosState, PhotosAction>
  let timeout: Duration
  let now: Date

  func send(_ action: PhotosPage.Action) async throws {
    switch action {
    case .toggleShowsPhotoCount, .search, .showPage, .showUpdateView:
      // They lead to another address: see `PhotosRoute.init(sending:from:)`.
      break
    case .refresh: try await fetch(.onTapRefreshPhotosButton(now: now))
    case .tryAgain: try await fetch(.onTapTryAgainButton(now: now))
    case .banner(.submit(let title)): try await upload(Banner(title: title))
    case .banner(.dismissError):
      try await store.dispatch(
        actions: .ui(.bannerUpdate(.onTapDismissErrorButton)), timeout: timeout
      ) { _ in true }
    }
  }

  private func fetch(_ action: PhotosAction.UI.PhotoList) async throws {
    let hasEnded = try await store.dispatch(
      actions: .ui(.photoList(action)), timeout: timeout
    ) { $0.photos.status != .waiting }
    if !hasEnded { throw Refusal.underWay }
  }

  private func upload(_ banner: Banner) async throws {
    if let problem = BannerTitle.problem(of: banner.title) { throw Refusal.title(problem) }
    do {
      let ending = try await store.perform(
        .ui(.bannerUpdate(.onTapSubmitButton(banner: banner))), timeout: timeout
      ) { state in
        if state.banner.networkState == .inProgress { throw Busy() }
      } outcome: { action -> Result<Banner, NetworkError>? in
        guard case .data(.bannerDataStore(.didUploadBanner(let result))) = action else {
          return nil
        }
        return result
      }
      switch ending {
      case .success: return
      case .failure: throw Refusal.notUploaded
      case nil: throw Refusal.underWay
      }
    } catch is Busy {
      throw Refusal.busy
    }
  }
}
