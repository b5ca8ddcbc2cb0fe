package import ImmutableUI
import Look
package import Markup
import Metrics
import Synchronization

/// The document around every page: head, navigation and footer, from the
/// template.
///
/// Rendering a template is far more expensive than copying bytes. The template
/// is therefore rendered once for each frame, when the first page needs it, and
/// split at the placeholders for the title, the content and so on.
package struct Document: Sendable {
  /// The parts of the document that differ from page to page.
  package struct Frame: Hashable, Sendable {
    /// The name of the guide that the page belongs to.
    var guide: String?
    /// True if a dialog is open, which makes everything around it inert.
    var hasDialog = false
    /// True if browsers without scripts reload the page.
    var isWaiting = false
    /// The group of visitors that the page is rendered for.
    var audience = Audience.everybody
    /// The colour scheme; `nil` to follow the preference of the browser.
    var scheme: ColourScheme?
    /// True for pages of the gallery and the inspector.
    var isTool = false
  }

  let text: SiteText
  let assets: Assets
  let manifest: CachedResponse
  /// The image for link previews.
  let card: Href?
  /// The error in the current files of the document, as a sentence that is
  /// shown on every page; `nil` if there is none. Used in development.
  var problem: String?
  /// The dependencies of the document's files.
  var fileDependencies: [PageDependencies] = []
  /// The outages of the shared database, which every page mentions; `nil` if
  /// there is no such database.
  var outages: DatabaseOutages?
  private let frames: DocumentFrames
  /// The start pages of the guides by their names.
  private let starts: [String: Href]
  /// The size of the last page, which is the initial capacity for the next one.
  private let lastSize = SizeHint()
  private let rendered = Counter()

  /// The dependencies of every page. A cached page is valid only while they
  /// hold.
  var dependencies: [PageDependencies] {
    fileDependencies + (outages.map { [$0.dependency] } ?? [])
  }

  /// The number of documents rendered.
  var renders: Int { rendered.value }

  /// Renders the template for the frames that contain each of its sections, and
  /// for one that contains none.
  ///
  /// - Throws: `SettingsError` if the template is malformed, or refers to a
  ///   missing file.
  init(
    _ template: DocumentTemplate, text: SiteText, guides: [GuideSummary], assets: Assets
  ) throws {
    self.text = text
    self.assets = assets
    manifest = try WebManifest.response(text: text, assets: assets)
    card = try? assets.href(of: "card.png")
    frames = DocumentFrames(
      template, try DocumentTemplate.Values(text: text, guides: guides, assets: assets))
    starts = Dictionary(guides.map { ($0.name, $0.href) }) { first, _ in first }
    let guide = guides.first?.name
    for audience in Audience.allCases {
      try frames.check(Frame(guide: guide, hasDialog: true, isWaiting: true, audience: audience))
    }
    try frames.check(Frame(guide: nil))
    try frames.check(Frame(guide: nil, isTool: true))
  }

  /// Renders a whole document.
  ///
  /// - Parameters:
  ///   - title: the title of the page, without the name of the site.
  ///   - metadata: the metadata in the head.
  ///   - frame: the variant of the document.
  ///   - page: the address of the page, for its event stream; `nil` for a page
  ///     without live updates.
  ///   - account: who is signed in; `nil` on pages that do not say so.
  ///   - sample: the statement of the page about samples.
  ///   - content: the content of the main element.
  ///   - earlier: an earlier rendering of the same page, whose fragments may be
  ///     reused.
  ///   - onFragment: called with the name of each rendered fragment.
  package func render(
    title: String, metadata: Metadata = .init(), frame: Frame, page: Href? = nil,
    account: AccountLinks? = nil, sample: SampleMention? = nil, content: some HTML,
    reusing earlier: RenderedPage? = nil, onFragment: (@Sendable (String) -> Void)? = nil
  ) -> RenderedPage {
    var writer = ByteWriter(
      capacity: lastSize.value, reusing: earlier?.markup,
      environment: frame.audience.mayWrite ? EnvironmentValues() : .readOnly,
      onFragment: onFragment)
    var version: Int?
    var main = 0..<0
    var inside = 0..<0
    for part in frames.parts(of: frame) {
      switch part {
      case .literal(let html, _): html.render(into: &writer)
      case .field(.title): writer.append(escaping: title)
      case .field(.window): writer.append(escaping: window(title))
      case .field(.description): writer.append(escaping: metadata.description ?? text.summary)
      case .field(.links): metadata.renderLinks(into: &writer)
      case .field(.live): version = writeLive(page, into: &writer)
      case .field(.home):
        let start = frame.guide.flatMap { starts[$0] }
        if let home = metadata.home ?? start { writer.append(escaping: home.text) }
      case .field(.account): account.render(into: &writer)
      case .field(.content):
        let start = writer.count
        if let problem { FailedNotice(problem).render(into: &writer) }
        // A fragment, so that open pages keep the rest as it is.
        if let outages {
          Fragment(OutageNotice(state: outages.lastContact)).render(into: &writer)
        }
        if let sample {
          let notice = SampleNotice.ViewState(mention: sample, page: page?.text ?? "/")
          Fragment(SampleNotice(state: notice)).render(into: &writer)
        }
        content.render(into: &writer)
        inside = start..<writer.count
      case .field(.mainStart): main = writer.count..<writer.count
      case .field(.mainEnd): main = main.lowerBound..<writer.count
      }
    }
    lastSize.value = writer.count + 1_024
    rendered.add()
    let digest = Self.digest(of: writer)
    if let version { writer.overwrite(at: version, with: digest.utf8) }
    return RenderedPage(
      title: window(title),
      frame: "\(frame.guide ?? "") \(frame.hasDialog) \(frames.fingerprint(of: frame))",
      version: digest, markup: writer.finishWithFragments(), main: main, content: inside)
  }

  /// Returns the title of the browser window. A page titled like the site
  /// itself does not repeat the name.
  private func window(_ title: String) -> String {
    title == text.name ? title : "\(title) - \(text.name)"
  }

  /// - Returns: the offset at which the version is inserted when it is known.
  private func writeLive(_ page: Href?, into writer: inout ByteWriter) -> Int? {
    guard let page else { return nil }
    writer.append(literal: " data-live=\"")
    writer.append(escaping: SiteRoute.live(page: page.text).href.text)
    writer.append(literal: "\" data-version=\"")
    let version = writer.count
    writer.append(literal: "0000000000000000\"")
    return version
  }

  /// Returns the digest of everything except the personal fragments.
  private static func digest(of writer: borrowing ByteWriter) -> String {
    let personal = writer.fragments.filter(\.isPersonal).map(\.range)
    return writer.withWrittenBytes { bytes in
      var digest = Digest()
      var start = 0
      for range in personal {
        digest.update(UnsafeRawBufferPointer(rebasing: bytes[start..<range.lowerBound]))
        start = range.upperBound
      }
      digest.update(UnsafeRawBufferPointer(rebasing: bytes[start...]))
      return digest.text
    }
  }
}

/// The template of a document, rendered for each frame that a page has needed.
/// A dialog or a sign-in changes the frame, so that there are few dozens of them.
private final class DocumentFrames: Sendable {
  private struct State {
    let template: DocumentTemplate
    let values: DocumentTemplate.Values
    var parts: [Document.Frame: [DocumentTemplate.Part]] = [:]
    var fingerprints: [Document.Frame: String] = [:]
  }

  private let state: Mutex<State>

  init(_ template: DocumentTemplate, _ values: sending DocumentTemplate.Values) {
    state = Mutex(State(template: template, values: values))
  }

  /// Checks that the template has all fields with a frame.
  ///
  /// - Throws: `SettingsError` if it has not.
  func check(_ frame: Document.Frame) throws {
    _ = try state.withLock { try Self.parts(of: frame, in: &$0) }
  }

  /// Returns the parts of a frame, or those without any section if the template lacks
  /// a field with a combination of sections that was not checked.
  func parts(of frame: Document.Frame) -> [DocumentTemplate.Part] {
    state.withLock { state in
      (try? Self.parts(of: frame, in: &state))
        ?? (try? Self.parts(of: Document.Frame(guide: nil), in: &state)) ?? []
    }
  }

  /// Returns the digest of a frame of pages that wait for nothing, and so of the
  /// template and the files that it refers to.
  func fingerprint(of frame: Document.Frame) -> String {
    var frame = frame
    frame.isWaiting = false
    return state.withLock { state in
      if let known = state.fingerprints[frame] { return known }
      var digest = Digest()
      for part in (try? Self.parts(of: frame, in: &state)) ?? [] { digest.update(part.text) }
      state.fingerprints[frame] = digest.text
      return digest.text
    }
  }

  private static func parts(
    of frame: Document.Frame, in state: inout State
  ) throws -> [DocumentTemplate.Part] {
    if let known = state.parts[frame] { return known }
    let parts = try state.template.parts(of: frame, state.values)
    state.parts[frame] = parts
    return parts
  }
}

/// An estimate of the size of a page. A wrong estimate costs a copy.
private final class SizeHint: Sendable {
  private let bytes = Atomic<Int>(16_384)

  var value: Int {
    get { bytes.load(ordering: .relaxed) }
    set { bytes.store(newValue, ordering: .relaxed) }
  }
}

extension Document.Frame {
  /// Creates the frame of a page of a guide, for everybody.
  package init(of guide: String?) { self.init(guide: guide) }
}
