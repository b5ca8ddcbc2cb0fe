import Foundation
import ImmutableData
import ImmutableUI
import Markup
import QuakesData
import QuakesUI
import WebSite

/// The page that all renderers and servers are measured with: the document,
/// and a hundred rows of quakes.
struct SamplePage: Sendable {
  let document: Document
  /// What the page's presenter gets.
  let state: QuakeList.ViewState
  /// What the loop by hand gets.
  let quakes: [RawQuake]
  /// The document before and after the list's rows.
  let head: [UInt8]
  let tail: [UInt8]

  /// The beginning of a minute, as pages tell the time.
  static let now = 1_714_806_360

  /// - Parameter root: the package's folder.
  init(root: URL) throws {
    let files = try SiteFiles(
      templates: root.appending(path: "Templates"), publicFiles: root.appending(path: "Public"))
    quakes = (0..<100).map(RawQuake.init(number:))
    var state = QuakesState()
    state.quakes.insert(quakes.map(\.quake))
    state.quakes.status = .success
    state.ledger.isLoaded = true
    let store = Store(initialState: state, reducer: QuakesReducer.reduce(state:action:))
    let location = QuakesLocation()
    let root = QuakesRoot(
      store: store, land: LandOutlines(coarse: Href(path: ["land"]), fine: Href(path: ["coast"])),
      now: { Date(timeIntervalSince1970: Double(Self.now)) })
    document = try DocumentSource(
      files: files, text: SiteText("Fieldguide"), guides: [QuakesGuide(root: root)]
    ).document()
    var anyDay = location
    anyDay.filter.day = .any
    guard case .page(let page) = root.response(at: anyDay),
      let list = page.content.state.results?.list
    else { throw Failure("the quakes have no page") }
    self.state = list
    let whole = Array(String(Self.rendered(list, in: document)).utf8)
    guard
      let start = whole.firstRange(of: Array("<li><a class=\"row\"".utf8)),
      let end = whole.firstRange(of: Array("</ol>".utf8))
    else { throw Failure("the page has no rows") }
    head = Array(whole[..<start.lowerBound])
    tail = Array(whole[end.lowerBound...])
  }

  /// The page, by the real presenter.
  func rendered() -> Bytes { Self.rendered(state, in: document) }

  private static func rendered(_ state: QuakeList.ViewState, in document: Document) -> Bytes {
    document.render(
      title: "Earthquakes", frame: .init(guide: "quakes"),
      content: Fragment("quake-list", QuakeList.Presenter(state: state))
    ).bytes
  }
}

/// Why a benchmark could not be run.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
