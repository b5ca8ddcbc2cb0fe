import ImmutableUI
import Look
import Markup

extension PhotosPage {
  /// Where the page's controls lead: each is bound to a part of the view
  /// state, and to an action that has an address.
  struct Controls: Hashable, Sendable {
    let search: Form
    let toggle: Form
    /// Everything, as where a search found nothing.
    let everything: Href
    /// Opens the sheet, and closes it.
    let sheet: Href
    let refresh: Href
    let tryAgain: Href
    let firstPage: Href
    let previous: Href?
    let next: Href?
    let banner: BannerSheet.ViewState
    /// The page without the notice.
    let dismiss: Href

    /// A form that leads to a page.
    struct Form: Hashable, Sendable {
      let action: Href
      /// What it sends beside its own field.
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
    // A form that is sent with GET puts its fields where a query was.
    let here = PhotosRoute.page(PhotosLocation()).href
    let toggle = store.binding(\.showsPhotoCount, PhotosPage.Action.toggleShowsPhotoCount)
    let sheet = store.binding(\.showUpdateView, PhotosPage.Action.showUpdateView)
    var pages: Pagination?
    if case .content(_, let some) = store.viewState.status { pages = some }
    let first = location.with { $0.page = 1 }
    self.init(
      search: Form(action: here, fields: first.fields(beside: .query)),
      toggle: Form(
        action: here,
        fields: toggle.action(setting: !toggle.value).map(route)?.location.fields() ?? []),
      everything: href(.search("")),
      sheet: sheet.link(to: href) ?? here,
      refresh: href(.refresh),
      tryAgain: href(.tryAgain),
      firstPage: href(.showPage(1)),
      previous: pages?.previous.map { href(.showPage($0)) },
      next: pages?.next.map { href(.showPage($0)) },
      banner: BannerSheet.ViewState(
        store.scoped(state: \.banner, action: PhotosPage.Action.banner),
        close: sheet.link(to: href) ?? here
      ) { href(.banner($0)) },
      dismiss: location.plain.href)
  }
}

extension BannerSheet.ViewState {
  /// - Parameters:
  ///   - store: the banner's part of the page.
  ///   - close: where one gets without a change.
  ///   - href: where an action is sent.
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
        ? error.link(to: href).map { Dismiss(href: $0, copy: copy.field(BannerSheet.field)) }
        : nil)
  }
}

extension PhotosRoute {
  /// Where one is, or was.
  fileprivate var location: PhotosLocation {
    switch self {
    case .page(let location), .post(_, let location): location
    }
  }
}
