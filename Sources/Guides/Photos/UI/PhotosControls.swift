import ImmutableUI
import Look
import Markup

extension PhotosPage {
  /// The targets of the page's controls. Each control is bound to a part of the
  /// view state, and to an action that has an address.
  struct Controls: Hashable, Sendable {
    let search: Form
    let toggle: Form
    /// The list without a search.
    let allPhotos: Href
    /// Opens or closes the dialog.
    let dialog: Href
    let refresh: Href
    let tryAgain: Href
    let firstPage: Href
    let previous: Href?
    let next: Href?
    let banner: BannerDialog.ViewState
    /// The page without the notice.
    let dismiss: Href

    /// A form that navigates to a page.
    struct Form: Hashable, Sendable {
      let action: Href
      /// The fields sent in addition to the visible control.
      let fields: [HiddenField]
    }
  }
}

extension PhotosPage.Controls {
  init(
    _ store: some ViewStore<PhotosPage.ViewState, PhotosPage.Action>, at location: PhotosLocation
  ) {
    func route(_ action: PhotosPage.Action) -> PhotosRoute {
      PhotosRoute(sending: action, from: location)
    }
    func href(_ action: PhotosPage.Action) -> Href { route(action).href }
    // A form with the method GET replaces the query of its action.
    let here = PhotosRoute.page(PhotosLocation()).href
    let toggle = store.binding(\.showsPhotoCount, PhotosPage.Action.toggleShowsPhotoCount)
    let dialog = store.binding(\.showUpdateView, PhotosPage.Action.showUpdateView)
    var pages: Pagination?
    if case .content(_, let pagination) = store.viewState.status { pages = pagination }
    let first = location.with { $0.page = 1 }
    self.init(
      search: Form(action: here, fields: first.fields(beside: PhotosLocation.searchItem)),
      toggle: Form(
        action: here,
        fields: toggle.action(setting: !toggle.value).map(route)?.location.fields() ?? []),
      allPhotos: href(.search("")),
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
      dismiss: location.plain.href)
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

extension PhotosRoute {
  /// The location of the page, or the one that a form was posted from.
  fileprivate var location: PhotosLocation {
    switch self {
    case .page(let location), .post(_, let location): location
    }
  }
}
