import ImmutableUI
import PhotosData
import Testing

@testable import PhotosUI

/// The banner and its dialog.
@Suite struct BannerTests {
  private let dialog = PhotosLocation.location { $0.dialog = .banner }

  private func state(
    _ networkState: NetworkState = .notStarted, submitted: String? = nil
  ) -> PhotosState {
    .hellos(1) {
      $0.banner.banner.title = "Banner"
      $0.banner.networkState = networkState
      $0.banner.submitted = submitted.map(Banner.init(title:))
    }
  }

  @Test func `The address shows the dialog`() {
    #expect(viewState(of: state(), at: dialog).showUpdateView)
    #expect(!viewState(of: state()).showUpdateView)
    #expect(viewState(of: state(), at: dialog).windowTitle == "Update banner - Photos")
  }

  @Test func `The field initially contains the title of the banner`() {
    let banner = viewState(of: state(), at: dialog).banner
    #expect(banner.title == "Banner")
    #expect(banner.workingCopy == "Banner")
    #expect(banner.dismissable)
    #expect(banner.error == nil)
  }

  @Test func `A running upload disables the form`() {
    let shown = viewState(of: state(.inProgress, submitted: "New"), at: dialog)
    #expect(shown.banner.isInProgress)
    #expect(!shown.banner.dismissable)
    #expect(shown.banner.workingCopy == "New")
    #expect(shown.banner.title == "Banner", "the title is unchanged")
    let html = html(of: shown, at: dialog)
    #expect(html.contains(#"<button class="button primary" disabled>Save</button>"#))
    #expect(html.contains("Updating the banner"))
  }

  @Test func `A success is shown by the page and the dialog`() {
    let new = PhotosState.hellos(1) { $0.banner.banner.title = "New" }
    #expect(viewState(of: new).banner == viewState(of: new, at: dialog).banner)
    #expect(html(of: viewState(of: new)).contains(#"<p id="banner" dir="auto">New</p>"#))
  }

  @Test func `Dismissing an error keeps the draft`() {
    let shown = viewState(
      of: state(.finished(.failure(.intentionalFailure)), submitted: "New"), at: dialog)
    #expect(shown.banner.error == "This is an expected error used for testing error handling.")
    #expect(shown.banner.workingCopy == "New")
    let html = html(of: shown, at: dialog)
    #expect(html.contains(#"action="/photos/bannerUpdate/onTapDismissErrorButton""#))
    #expect(html.contains(#"<input type="hidden" name="title" value="New">"#))
  }

  @Test func `Without an error there is nothing to dismiss`() {
    let html = html(of: viewState(of: state(), at: dialog), at: dialog)
    #expect(!html.contains("onTapDismissErrorButton"))
  }

  @Test func `The draft title takes precedence over the stored one`() {
    let draft = BannerUpdate.Draft(title: "Mine", problem: "No.")
    let banner = viewState(of: state(), at: dialog, draft: draft).banner
    #expect(banner.workingCopy == "Mine")
    #expect(banner.problem == "No.")
  }

  @Test func `A rejected title can be submitted again during another upload`() {
    let draft = BannerUpdate.Draft(title: "Mine", refusal: "Busy.")
    let banner = viewState(
      of: state(.inProgress, submitted: "Theirs"), at: dialog, draft: draft
    ).banner
    #expect(!banner.isInProgress)
    #expect(banner.workingCopy == "Mine")
    #expect(banner.error == "Busy.")
  }

  @Test func `The store of the dialog is scoped out of the page's store`() async throws {
    let store = MockViewStore<PhotosPage.ViewState, PhotosPage.Action>(
      viewState: viewState(of: state())
    ) { #expect($0 == .banner(.submit(title: "New"))) }
    let child = store.scoped(state: \.banner, action: PhotosPage.Action.banner)
    #expect(child.viewState == store.viewState.banner)
    try await child.send(.submit(title: "New"))
  }

  @Test(arguments: [
    ("", nil), ("  a ", nil), (String(repeating: "é", count: 200), nil),
    (
      String(repeating: "x", count: 1_201), "The title has 1,201 characters. Use at most 200."
    ),
    ("a\tb", "Remove line breaks, tabs and other control characters."),
    ("a\u{2028}b", "Remove line breaks, tabs and other control characters."),
    (
      "e" + String(repeating: "\u{301}", count: 9_000),
      "The title is too long: its characters have too many parts. Shorten it."
    ),
  ])
  func `Titles may be empty and are not trimmed`(title: String, problem: String?) {
    #expect(BannerTitle.problem(of: title) == problem)
  }

  @Test(arguments: [("", "Write a banner"), ("Hello", "Update the banner")])
  func `The menu leads to the dialog`(title: String, label: String) {
    let state = PhotosState.hellos(1) { $0.banner.banner.title = title }
    let html = html(of: viewState(of: state))
    #expect(html.contains("<a href=\"/photos?dialog=banner\">\(label)</a>"))
    #expect(html.contains("id=\"banner\"") == !title.isEmpty)
  }
}
