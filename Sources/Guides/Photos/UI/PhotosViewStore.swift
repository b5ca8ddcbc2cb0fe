import Foundation
import ImmutableData
import ImmutableUI
import PhotosData

/// The view store of one request: the state of the page, and its actions.
struct PhotosViewStore: ViewStore {
  /// The reason why an action was not carried out.
  enum Refusal: Error, Hashable {
    /// The title is invalid; the message is a sentence.
    case title(String)
    /// The upload failed. The state contains the error.
    case notUploaded
    /// Another upload did not end in time.
    case busy
    /// The operation did not end in time, and continues.
    case underWay
  }

  let viewState: PhotosPage.ViewState
  let store: Store<PhotosState, PhotosAction>
  let timeout: Duration
  let now: Date

  func send(_ action: PhotosPage.Action) async throws {
    switch action {
    case .search, .showPage, .showPhoto, .showUpdateView:
      // These actions change the address only: see
      // `PhotosRoute.init(sending:from:)`.
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
