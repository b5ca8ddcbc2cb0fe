import Foundation
public import ImmutableUI
import Markup
import PhotosData

extension PhotosPage {
  /// Every state of the page, for people to look at and for tests to check.
  public static var previews: [Preview] {
    empty + lists + messages + banners + names
  }

  private static let error = "The server answered 500."

  private static var empty: [Preview] {
    [
      preview("first-load", "Nothing has come yet; what was typed stays", at: searching) {
        $0 = PhotosState()
        $0.photos.status = .waiting
      },
      preview("first-load-failed", "Nothing could be loaded", at: counting) {
        $0 = PhotosState()
        $0.photos.status = .failure(error: error)
      },
      preview("no-photos", "The service has none", at: counting) { $0.photos.data = [] },
      preview("no-match", "No title holds the text", at: place { $0.query = "zzz" }),
      preview("no-such-page", "The list is not that long", at: place { $0.page = 9 }),
    ]
  }

  private static var lists: [Preview] {
    [
      preview("photos", "The page as one comes to it"),
      preview("count", "How many there are", at: counting),
      preview("search", "Some of them", at: place { $0.query = "QUI" }),
      preview("search-count", "How many of them", at: searching),
      preview("second-page", "Pages of a long list", at: place { $0.page = 2 }) {
        $0.photos.data = many(250)
      },
    ]
  }

  private static var messages: [Preview] {
    [
      preview("refreshing", "Expired photos are shown meanwhile") {
        $0.photos.status = .waiting
        $0.photos.fetched = now.addingTimeInterval(-7_200)
      },
      preview("refresh-failed", "The last good photos stay, with their age", at: counting) {
        $0.photos.status = .failure(error: error)
        $0.photos.fetched = now.addingTimeInterval(-90_000)
      },
      preview("refreshed", "After a refresh", at: place { $0.notice = .refreshed }),
      preview("current", "After a refresh too many", at: place { $0.notice = .current }),
      preview("rows-skipped", "Some rows made no sense") { $0.photos.skipped = 3 },
      preview("not-saved", "The disk is full") {
        $0.photos.saveError = "The disk is full, so nothing could be saved."
      },
    ]
  }

  private static var banners: [Preview] {
    let sheet = place { $0.sheet = .banner }
    let failed = NetworkState.finished(.failure(.intentionalFailure))
    return [
      preview("banner", "The sheet of the banner", at: sheet),
      preview(
        "banner-too-long", "A title that breaks a rule", at: sheet,
        typed: .init(
          title: String(repeating: "x", count: 201),
          problem: "Use at most 200 characters; this has 201.")),
      preview("banner-in-progress", "It is being uploaded", at: sheet) {
        $0.banner.networkState = .inProgress
        $0.banner.submitted = Banner(title: "Colours of the week")
      },
      preview("banner-failed", "It could not be uploaded", at: sheet) {
        $0.banner.networkState = failed
        $0.banner.submitted = Banner(title: "Colours of the week")
      },
      preview(
        "banner-busy", "Another upload takes long", at: sheet,
        typed: .init(
          title: "Colours of the week",
          refusal: "Another change of it is still being uploaded. Try again in a moment.")),
      preview("banner-uploading", "The page meanwhile") {
        $0.banner.networkState = .inProgress
        $0.banner.submitted = Banner(title: "Colours of the week")
      },
      preview("banner-not-uploaded", "The page after that") { $0.banner.networkState = failed },
      preview("banner-updated", "After a change", at: place { $0.notice = .bannerUpdated }) {
        $0.banner.banner.title = "Colours of the week"
      },
      preview("banner-empty", "It says nothing") { $0.banner.banner.title = "" },
    ]
  }

  private static var names: [Preview] {
    [
      ("title-of-one-letter", "x"),
      ("title-without-spaces", String(repeating: "Donaudampfschifffahrt", count: 10)),
      ("title-with-markup", #"<b>"O'Reilly" & 日本 🐼</b></p><script>alert(1)</script>"#),
      ("title-right-to-left", "صورة بعنوان طويل جدا عن لون واحد فقط"),
      ("title-of-many-words", String(repeating: "one more colour, ", count: 12)),
      ("title-empty", ""),
    ].map { preview, title in
      Self.preview(preview, "Titles that come with the list", at: place { $0.query = title }) {
        $0.photos.data[1] = .sample(2, title, "not a url")
        $0.banner.banner.title = title
      }
    }
  }
}

extension PhotosPage {
  /// The time of all previews.
  private static let now = Date(timeIntervalSince1970: 1_714_806_408)  // 4 May 2024, 07:06:48

  private static let counting = place { $0.showsPhotoCount = true }
  private static let searching = place {
    $0.query = "qui"
    $0.showsPhotoCount = true
  }

  private static func place(_ change: (inout PhotosLocation) -> Void) -> PhotosLocation {
    var location = PhotosLocation()
    change(&location)
    return location
  }

  private static func preview(
    _ name: String, _ note: String, at location: PhotosLocation = .init(),
    typed: BannerUpdate.Typed? = nil, change: (inout PhotosState) -> Void = { _ in }
  ) -> Preview {
    var state = PhotosState.samples
    change(&state)
    let viewState = Container(location: location, typed: typed, now: now)
      .viewState(SelectPhotos(state: state))
    let store = MockViewStore<ViewState, Action>(viewState: viewState)
    return Preview(
      name, note: note, title: viewState.windowTitle, hasDialog: viewState.showUpdateView
    ) {
      Presenter(state: Screen(store, at: location))
    }
  }

  private static func many(_ count: Int) -> [Photo] {
    (1...count).map { number in
      .sample(number, "photo \(number)", String(number * 65_521 % 0xFF_FFFF, radix: 16))
    }
  }
}

extension PhotosState {
  /// The first photos of the service, as after a fetch.
  fileprivate static var samples: PhotosState {
    var state = PhotosState()
    state.photos.data = [
      .sample(1, "accusamus beatae ad facilis cum similique qui sunt", "92c952"),
      .sample(2, "reprehenderit est deserunt velit ipsam", "771796"),
      .sample(3, "officia porro iure quia iusto qui ipsa ut modi", "24f355"),
      .sample(4, "culpa odio esse rerum omnis laboriosam voluptate repudiandae", "d32776"),
      .sample(5, "natus nisi omnis corporis facere molestiae rerum in", "f66b97"),
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
