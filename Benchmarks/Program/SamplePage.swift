import Foundation
import ImmutableData
import ImmutableUI
import Markup
import QuakesData
import QuakesUI
import WebSite

/// The page that all renderers and servers are measured with: the document with a
/// hundred rows of quakes.
struct SamplePage: Sendable {
  let document: Document
  /// The view state for the presenter.
  let state: QuakeList.ViewState
  /// The quakes for the hand-written renderer.
  let quakes: [RawQuake]
  /// The bytes of the document before the rows.
  let head: [UInt8]
  /// The bytes of the document after the rows.
  let tail: [UInt8]

  /// The time of the page in seconds since 1970, a full minute.
  static let now = 1_714_806_360

  /// Creates the page.
  ///
  /// - Parameter root: The folder of the package.
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
      store: store, now: { Date(timeIntervalSince1970: Double(Self.now)) })
    document = try DocumentSource(
      files: files, text: SiteText("Fieldguide"), guides: [QuakesGuide(root: root)]
    ).document()
    var anyDay = location
    anyDay.filter.day = .any
    anyDay.filter.magnitude = .init()
    guard case .page(let page) = root.response(at: anyDay),
      let list = page.content.state.results?.list
    else { throw Failure("the quakes have no page") }
    self.state = list
    let whole = Array(String(Self.rendered(list, in: document)).utf8)
    guard
      let start = whole.firstRange(of: Array("<li id=\"q-".utf8)),
      let end = whole.firstRange(of: Array("</ol>".utf8))
    else { throw Failure("the page has no rows") }
    head = Array(whole[..<start.lowerBound])
    tail = Array(whole[end.lowerBound...])
  }

  /// Renders the page with the presenter of the site.
  func rendered() -> Bytes { Self.rendered(state, in: document) }

  private static func rendered(_ state: QuakeList.ViewState, in document: Document) -> Bytes {
    document.render(
      title: "Earthquakes", frame: .init(of: "quakes"),
      content: Fragment(QuakeList.Presenter(state: state))
    ).bytes
  }
}

/// An error that ends a benchmark.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
