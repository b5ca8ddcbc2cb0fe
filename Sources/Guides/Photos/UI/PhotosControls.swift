import ImmutableUI
import Look
import Markup
import PhotosData

extension PhotosPage {
  /// The targets of the page's controls. Each control is bound to a part of the
  /// view state, and to an action that has an address.
  struct Controls: Hashable, Sendable {
    /// The list of all photos, also the target of the search.
    let allPhotos: Href
    /// Opens or closes the dialog.
    let dialog: Href
    let refresh: Href
    let tryAgain: Href
    let firstPage: Href
    let previous: Href?
    let next: Href?
    let banner: BannerDialog.ViewState
    private let location: PhotosLocation

    /// The page of a photo, within the search.
    func photo(_ id: Photo.ID) -> Href { PhotosRoute(sending: .showPhoto(id), from: location).href }

    /// A page of the list.
    func list(_ page: Int) -> Href { PhotosRoute(sending: .showPage(page), from: location).href }
  }
}

extension PhotosPage.Controls {
  init(
    _ store: some ViewStore<PhotosPage.ViewState, PhotosPage.Action>, at location: PhotosLocation
  ) {
    func href(_ action: PhotosPage.Action) -> Href {
      PhotosRoute(sending: action, from: location).href
    }
    // A form with the method GET replaces the query of its action.
    let here = PhotosRoute.page(PhotosLocation()).href
    let dialog = store.binding(\.showUpdateView, PhotosPage.Action.showUpdateView)
    var pages: Pagination?
    if case .content(_, let pagination) = store.viewState.status { pages = pagination }
    self.init(
      allPhotos: here,
      dialog: dialog.link(to: href) ?? here,
      refresh: href(.refresh),
      tryAgain: href(.tryAgain),
      firstPage: href(.showPage(1)),
      previous: pages?.previous.map { href(.showPage($0)) },
      next: pages?.next.map { href(.showPage($0)) },
      banner: BannerDialog.ViewState(
        store.scoped(state: \.banner, action: PhotosPage.Action.banner),
        close: dialog.link(to: href) ?? here
      ) { href(.banner($0)) },
      location: location.plain)
  }
}

extension BannerDialog.ViewState {
  /// - Parameters:
  ///   - store: the view store of the banner.
  ///   - close: the address of the page without the dialog.
  ///   - href: returns the address that an action is sent to.
  init(
    _ store: some ViewStore<BannerUpdate.ViewState, BannerUpdate.Action>, close: Href,
    href: (BannerUpdate.Action) -> Href
  ) {
    let copy = store.binding(\.workingCopy, BannerUpdate.Action.submit)
    let error = store.binding(isPresent: \.error, BannerUpdate.Action.dismissError)
    self.init(
      banner: store.viewState,
      submit: href(.submit(title: copy.value)),
      close: close,
      dismiss: error.value
        ? error.link(to: href).map { Dismiss(href: $0, copy: copy.field(BannerDialog.field)) }
        : nil)
  }
}
