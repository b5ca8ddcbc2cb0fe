import Foundation
import ImmutableData
public import ImmutableUI
import PhotosData

extension PhotosRoot {
  /// Handles a posted form, and returns the response after the operation ended.
  ///
  /// - Throws: `MalformedRequest` if the form cannot come from a page of the
  ///   guide.
  public func response(
    to event: PhotosEvent, from location: PhotosLocation, form values: NamedValues
  ) async throws -> PageResponse {
    if !PhotosState.selectIsReady()(store.snapshot.state) { try await prepare(at: location) }
    let page = viewStore(at: location, selectors.read())
    let banner = page.scoped(state: \.banner, action: PhotosPage.Action.banner)
    var reader = ValueReader(values)
    switch event {
    case .refresh, .tryAgain:
      try reader.finish()
      return try await fetch(event == .refresh ? .refresh : .tryAgain, on: page, from: location)
    case .submitBanner:
      let action = banner.binding(\.workingCopy, BannerUpdate.Action.submit)
        .action(reading: BannerDialog.field, from: &reader)
      try reader.finish()
      guard case .submit(let title) = action else { return .seeOther(location.plain.href) }
      return try await submit(title, on: banner, from: location)
    case .dismissError:
      let title = reader.text(BannerDialog.field) ?? ""
      try reader.finish()
      try await banner.send(.dismissError)
      // The response is the page itself, since no address contains the entered
      // text.
      return redisplay(.init(title: title), status: .ok, at: location)
    }
  }

  private func fetch(
    _ action: PhotosPage.Action, on page: PhotosViewStore, from location: PhotosLocation
  ) async throws -> PageResponse {
    let isFresh = store.select(PhotosState.selectIsFresh(at: page.now))
    do {
      try await page.send(action)
    } catch PhotosViewStore.Refusal.underWay {
      return .seeOther(location.plain.href)
    }
    // The page shows the error, which is part of the state.
    guard store.select(PhotosState.selectStatus()) == .success else {
      return .seeOther(location.plain.href)
    }
    return .seeOther(location.with { $0.notice = isFresh ? .current : .refreshed }.href)
  }

  private func submit(
    _ title: String, on banner: some ViewStore<BannerUpdate.ViewState, BannerUpdate.Action>,
    from location: PhotosLocation
  ) async throws -> PageResponse {
    var draft = BannerUpdate.Draft(title: title)
    do {
      try await banner.send(.submit(title: title))
    } catch PhotosViewStore.Refusal.title(let problem) {
      draft.problem = problem
      return redisplay(draft, status: .unprocessableContent, at: location)
    } catch PhotosViewStore.Refusal.notUploaded {
      return redisplay(draft, status: .serviceUnavailable, at: location)
    } catch PhotosViewStore.Refusal.busy {
      draft.refusal = "Another change to the banner is still being saved. Try again in a moment."
      return redisplay(draft, status: .serviceUnavailable, at: location)
    } catch PhotosViewStore.Refusal.underWay {
      // The dialog shows the progress, and closes when the upload ends.
      let following = location.with {
        $0.dialog = .banner
        $0.notice = .bannerSubmitted
      }
      return .seeOther(following.href)
    }
    return .seeOther(location.with { $0.notice = .bannerUpdated }.href)
  }

  /// Returns the dialog with a draft.
  private func redisplay(
    _ draft: BannerUpdate.Draft, status: PageStatus, at location: PhotosLocation
  ) -> PageResponse {
    .page(page(at: location.with { $0.dialog = .banner }, status: status, draft: draft))
  }
}
