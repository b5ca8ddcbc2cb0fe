#if DEBUG
import Foundation
import ImmutableData
import ImmutableUI
import Markup

@testable import PhotosData
@testable import PhotosUI

extension PhotosPage {
  /// Every state of the page and of its parts, for the gallery and the tests.
  static var previews: [Preview] {
    Preview.all(
      of: Presenter.self, in: empty + lists + messages + banners + names,
      title: { $0.state.windowTitle }, hasDialog: { $0.state.showUpdateView })
      + Preview.excerpts(of: PhotosExcerpt.Presenter.self) { text, isEmpty in
        PhotosExcerpt.preview(text, isEmpty: isEmpty)
      }
  }

  private static let error = "The server answered 500."

  private static var empty: [PreviewScene<Screen>] {
    [
      scene(
        "first-load", "The first load is in progress; the search text stays", [.overview],
        at: searching
      ) { state, _ in
        state = PhotosState()
        state.photos.status = .waiting
      },
      scene("first-load-failed", "The first load failed", [.overview]) {
        state, text in
        state = PhotosState()
        state.photos.status = .failure(error: text(error))
      },
      scene("no-photos", "The photo service sent an empty list", [.overview]) {
        state, _ in
        state.photos.data = []
      },
      scene(
        "no-match", "No title contains the text", [.overview],
        at: { text in location { $0.search = text("zzz") } }),
      scene("no-such-page", "A page beyond the end of the list", at: location { $0.page = 9 }),
    ]
  }

  private static var lists: [PreviewScene<Screen>] {
    [
      scene("photos", "All photos", [.overview]),
      scene("photo", "One photo", [.overview], at: location { $0.photo = 2 }),
      scene("pictures", "Photos of a folder", [.overview]) { state, text in
        state.photos.data = pictures(text)
      },
      scene("picture", "A photo of a folder", [.overview], at: location { $0.photo = 1 }) {
        state, text in
        state.photos.data = pictures(text)
      },
      scene("search", "A search", at: location { $0.search = "QUI" }),
      scene("second-page", "The second page of a long list", at: location { $0.page = 2 }) {
        state, text in
        state.photos.data = many(250, text)
      },
    ]
  }

  private static var messages: [PreviewScene<Screen>] {
    [
      scene("refreshing", "A refresh is in progress; the last photos stay", [.overview]) {
        state, _ in
        state.photos.status = .waiting
        state.photos.fetched = now.addingTimeInterval(-7_200)
      },
      scene(
        "refresh-failed", "A refresh failed; the last photos stay", [.overview]
      ) { state, text in
        state.photos.status = .failure(error: text(error))
        state.photos.fetched = now.addingTimeInterval(-90_000)
      },
      scene("refreshed", "After a refresh", [.overview], at: location { $0.notice = .refreshed }),
      scene(
        "current", "After a refresh of photos that were up to date",
        at: location { $0.notice = .current }),
      scene("rows-skipped", "Some photos could not be read", [.overview]) { state, _ in
        state.photos.skipped = 3
      },
    ]
  }

  private static var banners: [PreviewScene<Screen>] {
    let dialog = location { $0.dialog = .banner }
    let failed = NetworkState.finished(.failure(.intentionalFailure))
    let title = "Colours of the week"
    return [
      scene("banner", "The dialog of the banner", [.dialog], at: dialog),
      scene(
        "banner-too-long", "The title is too long", [.dialog], at: dialog,
        draft: { _ in
          .init(
            title: String(repeating: "x", count: 201),
            problem: "The title has 201 characters. Use at most 200.")
        }),
      scene("banner-in-progress", "The banner is being uploaded", [.dialog], at: dialog) {
        state, text in
        state.banner.networkState = .inProgress
        state.banner.submitted = Banner(title: text(title))
      },
      scene("banner-failed", "The banner could not be uploaded", [.dialog], at: dialog) {
        state, text in
        state.banner.networkState = failed
        state.banner.submitted = Banner(title: text(title))
      },
      scene(
        "banner-busy", "Another upload takes long", [.dialog], at: dialog,
        draft: { text in
          .init(
            title: text(title),
            refusal: "Another change to the banner is still being saved. Try again in a moment.")
        }),
      scene("banner-uploading", "The page while the banner is being uploaded", [.overview]) {
        state, text in
        state.banner.networkState = .inProgress
        state.banner.submitted = Banner(title: text(title))
      },
      scene("banner-not-uploaded", "The page after the upload failed", [.overview]) { state, _ in
        state.banner.networkState = failed
      },
      scene("banner-updated", "After a change", at: location { $0.notice = .bannerUpdated }) {
        state, text in
        state.banner.banner.title = text(title)
      },
      scene("banner-empty", "An empty banner", [.overview]) { state, _ in
        state.banner.banner.title = ""
      },
    ]
  }

  private static var names: [PreviewScene<Screen>] {
    [
      ("title-of-one-letter", "x"),
      ("title-without-spaces", String(repeating: "Donaudampfschifffahrt", count: 10)),
      ("title-with-markup", #"<b>"O'Reilly" & 日本 🐼</b></p><script>alert(1)</script>"#),
      ("title-right-to-left", "صورة بعنوان طويل جدا عن لون واحد فقط"),
      ("title-of-many-words", String(repeating: "one more colour, ", count: 12)),
      ("title-empty", ""),
    ].map { scene, title in
      Self.scene(scene, "Unusual titles", at: location { $0.search = title }) {
        state, _ in
        state.photos.data[1] = .sample(2, title, "not a url")
        state.banner.banner.title = title
      }
    }
  }
}

extension PreviewPart<PhotosPage.Screen> {
  fileprivate static let overview = Self(PhotosPage.Overview.self) { $0 }
  fileprivate static let dialog = Self(BannerDialog.Presenter.self, isDialog: true) {
    $0.controls.banner
  }
}

extension PhotosPage {
  /// The fixed time of all previews.
  private static let now = Date(timeIntervalSince1970: 1_714_806_408)  // 4 May 2024, 07:06:48 UTC

  private static let searching = location { $0.search = "qui" }

  private static func location(_ change: (inout PhotosLocation) -> Void) -> PhotosLocation {
    var location = PhotosLocation()
    change(&location)
    return location
  }

  private static func scene(
    _ name: String, _ note: String, _ parts: [PreviewPart<Screen>] = [],
    at location: @escaping @Sendable (PreviewText) -> PhotosLocation,
    change: @escaping @Sendable (inout PhotosState, PreviewText) -> Void = { _, _ in },
    draft: @escaping @Sendable (PreviewText) -> BannerUpdate.Draft? = { _ in nil }
  ) -> PreviewScene<Screen> {
    PreviewScene(name, note: note, parts: parts) { text in
      var state = PhotosState.samples(text)
      change(&state, text)
      let location = location(text)
      let viewState = Container(location: location, draft: draft(text), now: now)
        .viewState(SelectPhotos(state: state))
      return Screen(MockViewStore<ViewState, Action>(viewState: viewState), at: location)
    }
  }

  private static func scene(
    _ name: String, _ note: String, _ parts: [PreviewPart<Screen>] = [],
    at location: PhotosLocation = .init(),
    change: @escaping @Sendable (inout PhotosState, PreviewText) -> Void = { _, _ in },
    draft: @escaping @Sendable (PreviewText) -> BannerUpdate.Draft? = { _ in nil }
  ) -> PreviewScene<Screen> {
    scene(name, note, parts, at: { _ in location }, change: change, draft: draft)
  }

  /// Photos of this site, one with a size and one without.
  private static func pictures(_ text: PreviewText) -> [Photo] {
    ["first-light.jpg?v=1", "full-moon.jpg?v=1"].enumerated().compactMap { index, path in
      URL(string: path).map { url in
        Photo(
          albumId: 1, id: index + 1, title: text(index == 0 ? "First light" : "Full moon"),
          url: url, album: text("Sky"), size: index == 0 ? .init(width: 480, height: 320) : nil)
      }
    }
  }

  private static func many(_ count: Int, _ text: PreviewText) -> [Photo] {
    (1...count).map { number in
      .sample(number, text("photo \(number)"), String(number * 65_521 % 0xFF_FFFF, radix: 16))
    }
  }
}

extension PhotosState {
  /// The state after the first photos of the service were loaded.
  fileprivate static func samples(_ text: PreviewText) -> PhotosState {
    var state = PhotosState()
    state.photos.data = [
      .sample(1, text("accusamus beatae ad facilis cum similique qui sunt"), "92c952"),
      .sample(2, text("reprehenderit est deserunt velit ipsam"), "771796"),
      .sample(3, text("officia porro iure quia iusto qui ipsa ut modi"), "24f355"),
      .sample(4, text("culpa odio esse rerum omnis laboriosam voluptate repudiandae"), "d32776"),
      .sample(5, text("natus nisi omnis corporis facere molestiae rerum in"), "f66b97"),
    ]
    state.photos.status = .success
    state.photos.isLoaded = true
    state.photos.fetched = Date(timeIntervalSince1970: 1_714_806_408 - 300)
    return state
  }
}

extension Photo {
  fileprivate static func sample(_ id: Int, _ title: String, _ colour: String) -> Photo {
    Photo(
      albumId: 1, id: id, title: title, url: URL(filePath: "/600/\(colour)"),
      thumbnailUrl: URL(filePath: "/150/\(colour)"))
  }
}

extension PhotosExcerpt {
  /// The state of the panel in previews of the front page.
  ///
  /// - Parameter isEmpty: true for a state without photos.
  static func preview(_ text: PreviewText, isEmpty: Bool) -> ViewState {
    Container().viewState(SelectPhotos(state: isEmpty ? PhotosState() : .samples(text)))
  }
}
#endif
