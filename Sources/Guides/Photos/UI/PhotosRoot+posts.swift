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
    case .refresh:
      try reader.finish()
      return try await fetch(.refresh, on: page, from: location)
    case .tryAgain:
      try reader.finish()
      return try await fetch(.tryAgain, on: page, from: location)
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
      return .page(
        self.page(at: location.with { $0.dialog = .banner }, draft: .init(title: title)))
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
    let dialog = location.with { $0.dialog = .banner }
    do {
      try await banner.send(.submit(title: title))
    } catch PhotosViewStore.Refusal.title(let problem) {
      let draft = BannerUpdate.Draft(title: title, problem: problem)
      return .page(page(at: dialog, status: .unprocessableContent, draft: draft))
    } catch PhotosViewStore.Refusal.notUploaded {
      let draft = BannerUpdate.Draft(title: title)
      return .page(page(at: dialog, status: .serviceUnavailable, draft: draft))
    } catch PhotosViewStore.Refusal.busy {
      let draft = BannerUpdate.Draft(
        title: title,
        refusal: "Another change to the banner is still being saved. Try again in a moment.")
      return .page(page(at: dialog, status: .serviceUnavailable, draft: draft))
    } catch PhotosViewStore.Refusal.underWay {
      // The dialog shows the progress, and closes when the upload ends.
      return .seeOther(dialog.following.href)
    }
    return .seeOther(location.with { $0.notice = .bannerUpdated }.href)
  }
}

extension PhotosLocation {
  /// The location that follows an upload.
  fileprivate var following: PhotosLocation {
    var location = self
    location.notice = .bannerSubmitted
    return location
  }
}
