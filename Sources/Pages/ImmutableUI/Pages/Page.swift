public import ImmutableData
public import Markup

/// The HTTP status of a page.
public enum PageStatus: Int, Sendable {
  case ok = 200
  /// The address contains invalid values, which the page explains.
  case badRequest = 400
  /// A change that is not this visitor's to make.
  case forbidden = 403
  /// The thing at the address was deleted; the page offers to bring it back.
  case notFound = 404
  /// A form with validation errors.
  case unprocessableContent = 422
  /// An edit conflict: the page shows the change that another visitor has
  /// saved.
  case conflict = 409
  /// An action that could not be performed for now.
  case serviceUnavailable = 503
}

/// A page without the document around it.
///
/// ```swift
/// import Markup
///
/// let page = Page(
///   title: "Otter", description: "A mammal that eats fish.",
///   content: article {
///     h1 { "Otter" }
///     p { "A mammal that eats fish." }
///   })
/// print(page.content.renderedString())
/// ```
public struct Page<Content: HTML>: Sendable {
  public typealias Status = PageStatus

  /// The HTTP status.
  public var status: Status
  /// The title of the window, without the name of the site.
  public var title: String
  /// A summary of one or two sentences for search engines and link previews;
  /// `nil` if there is none.
  public var description: String?
  /// The address of an Atom feed with the same content.
  public var feed: Href?
  /// The address under which search engines list the content; `nil` for the
  /// address of the page.
  public var canonical: Href?
  /// False if search engines shall not list the page, such as one of many filters.
  public var isIndexed: Bool
  /// The address of a picture for link previews; `nil` for that of the site.
  public var image: Href?
  /// True if a dialog is open, so that everything around it is inert.
  public var hasDialog: Bool
  /// True if the page is for visitors who may change data only, such as one that tells who has
  /// changed what. Pages with dialogs are, too.
  public var isForWriters = false
  /// True if an operation is in progress and the page should be requested
  /// again.
  public var isWaiting: Bool
  /// The dependencies of the content. The page can be served from the cache
  /// while they are up to date.
  public var dependencies: [PageDependencies]
  /// The time at which the page expires even if its dependencies are up to
  /// date, because it displays the time; in seconds since 1970, `nil` for
  /// never.
  public var expires: Int?
  /// True if the page is for one visitor only, such as the result of a
  /// submitted form, so that it must not be cached.
  public var isPersonal: Bool
  /// The address of the guide in the navigation, for settings that every page
  /// keeps; `nil` for its start page.
  public var home: Href?
  /// The names of the style sheets that only this page and its like need, such as
  /// `page-quakes-event.css`: public files whose names begin with `page-` and the name
  /// of the guide.
  public var styleSheets: [String] = []
  /// The names of the scripts that only this page needs: public files whose names begin
  /// with `page-`.
  package var scripts: [String] = []
  /// The statement of the page about samples, above its content.
  package var sample: SampleMention?
  /// True if a part of the page is not loaded yet. Its root prepares it again, and the page is
  /// made anew when the store tells of the part.
  package var isIncomplete = false
  /// The additional response header fields, by their names in lower case.
  package private(set) var headers: [String: String] = [:]
  /// The content of the `main` element.
  public var content: Content

  public init(
    status: Status = .ok, title: String, description: String? = nil, feed: Href? = nil,
    canonical: Href? = nil, isIndexed: Bool = true, image: Href? = nil, hasDialog: Bool = false,
    isWaiting: Bool = false,
    dependencies: [PageDependencies] = [], expires: Int? = nil, isPersonal: Bool = false,
    home: Href? = nil, content: Content
  ) {
    self.status = status
    self.title = title
    self.description = description
    self.feed = feed
    self.canonical = canonical
    self.isIndexed = isIndexed
    self.image = image
    self.hasDialog = hasDialog
    self.isWaiting = isWaiting
    self.dependencies = dependencies
    self.expires = expires
    self.isPersonal = isPersonal
    self.home = home
    self.content = content
  }
}

extension Page {
  /// Returns the page with other content, such as the same content within a frame.
  ///
  /// ```swift
  /// import Markup
  ///
  /// let page = Page(title: "Otter", content: p { "It eats fish." })
  /// print(page.map { content in article { content } }.content.renderedString())
  /// ```
  public func map<Other: HTML>(_ transform: (Content) throws -> Other) rethrows -> Page<Other> {
    var page = Page<Other>(
      status: status, title: title, description: description, feed: feed, canonical: canonical,
      isIndexed: isIndexed, image: image, hasDialog: hasDialog, isWaiting: isWaiting,
      dependencies: dependencies, expires: expires, isPersonal: isPersonal, home: home,
      content: try transform(content))
    page.styleSheets = styleSheets
    page.scripts = scripts
    page.sample = sample
    page.isIncomplete = isIncomplete
    page.isForWriters = isForWriters
    page.headers = headers
    return page
  }

  /// Returns the page with a response header field; a field of the same name is
  /// replaced.
  ///
  /// ```swift
  /// import Markup
  ///
  /// let page = Page(title: "Otter", content: h1 { "Otter" })
  ///   .header("X-Robots-Tag", "noarchive")
  /// ```
  ///
  /// The field is left out if its name is no token of HTTP, or that of a field which
  /// the server sets itself, such as `Content-Type` or `Cache-Control`; or if its value
  /// contains anything but visible ASCII characters, spaces and tabs. Pages are cached
  /// for all visitors, so that `Set-Cookie` is left out, too.
  public func header(_ name: String, _ value: String) -> Page {
    let name = name.lowercased()
    guard isToken(name), !serverHeaders.contains(name), value.utf8.allSatisfy(isFieldByte) else {
      return self
    }
    var page = self
    page.headers[name] = value
    return page
  }
}

/// Returns true for a token (RFC 9110 §5.6.2).
private func isToken(_ text: String) -> Bool {
  !text.isEmpty
    && text.unicodeScalars.allSatisfy {
      $0.isASCII
        && ($0.properties.isAlphabetic || "0123456789!#$%&'*+-.^_`|~".unicodeScalars.contains($0))
    }
}

private func isFieldByte(_ byte: UInt8) -> Bool {
  byte == 0x09 || (0x20...0x7E).contains(byte)
}

/// The header fields that the server sets, or that control the connection.
private let serverHeaders: Set<String> = [
  "accept-ranges", "access-control-allow-origin", "age", "allow", "alt-svc", "cache-control",
  "connection", "content-disposition", "content-encoding", "content-length", "content-location",
  "content-range", "content-security-policy", "content-type", "cross-origin-opener-policy",
  "cross-origin-resource-policy", "date", "etag", "expires", "keep-alive", "last-modified",
  "location", "permissions-policy", "proxy-authenticate", "proxy-connection", "referrer-policy",
  "refresh", "retry-after", "server", "server-timing", "set-cookie", "strict-transport-security",
  "te", "trailer", "transfer-encoding", "upgrade", "vary", "www-authenticate",
  "x-accel-buffering", "x-accel-redirect", "x-content-type-options",
]

/// The response of a root to a request.
///
/// ```swift
/// import Markup
///
/// func response(id: String, in names: [String: String]) -> PageResponse<Text> {
///   guard let name = names[id] else {
///     return .notFound(NotFound(title: "Not found", message: "There is no such animal.", links: []))
///   }
///   return .page(Page(title: name, content: Text(name)))
/// }
/// ```
public enum PageResponse<Content: HTML>: Sendable {
  case page(Page<Content>)
  /// A redirect after a form was submitted (303 See Other).
  case seeOther(Href)
  case notFound(NotFound)
}

extension PageResponse {
  /// Returns a page that never changes.
  ///
  /// A guide of such pages has no state and needs no store:
  ///
  /// ```swift
  /// import Markup
  ///
  /// struct About: Root {
  ///   enum Route: GuideRoute {
  ///     case page(StartPage)
  ///     static let path = "about"
  ///     var destination: Destination<StartPage, Never, Never> {
  ///       switch self { case .page(let location): .page(location) }
  ///     }
  ///   }
  ///   func response(at location: StartPage) -> PageResponse<some HTML> {
  ///     .page("About") { p { "All about ferns." } }
  ///   }
  /// }
  /// ```
  public static func page(
    _ title: String, description: String? = nil, @HTMLBuilder content: () -> Content
  ) -> PageResponse {
    .page(Page(title: title, description: description, content: content()))
  }

  /// Returns the response with other content, if it is a page.
  public func map<Other: HTML>(
    _ transform: (Content) throws -> Other
  ) rethrows -> PageResponse<Other> {
    switch self {
    case .page(let page): .page(try page.map(transform))
    case .seeOther(let href): .seeOther(href)
    case .notFound(let missing): .notFound(missing)
    }
  }

  /// Returns a page that depends on the whole state of a store: every later
  /// action invalidates it. Pages built by containers have fewer dependencies.
  public static func page<State, Action>(
    _ title: String, of store: Store<State, Action>,
    @HTMLBuilder content: (State) -> Content
  ) -> PageResponse {
    let snapshot = store.snapshot
    return .page(
      Page(
        title: title, dependencies: [PageDependencies(of: store, at: snapshot)],
        content: content(snapshot.state)))
  }
}

/// The text of a page for an address that does not exist.
///
/// ```swift
/// import Markup
///
/// let response = NotFound(
///   title: "Animal not found", message: "It may have been deleted.",
///   links: [Link(label: "All animals", href: Href(path: ["animals"]))])
/// print(response.title)
/// ```
public struct NotFound: Error, Hashable, Sendable {
  /// A heading of a few words.
  public let title: String
  /// One or two sentences.
  public let message: String
  /// Links to other pages, the most important one first.
  public let links: [Link]

  public init(title: String, message: String, links: [Link]) {
    self.title = title
    self.message = message
    self.links = links
  }
}

/// A link with its text.
///
/// ```swift
/// import Markup
///
/// let link = Link(label: "All animals", href: Href(path: ["animals"]))
/// print(link.renderedString())
/// ```
public struct Link: Component, Hashable {
  /// The text.
  public let label: String
  /// The address.
  public let href: Href
  /// True if the link leads to the page, or the choice, that is shown.
  public let isCurrent: Bool

  /// - Parameters:
  ///   - label: The text.
  ///   - href: The address.
  ///   - isCurrent: True if the link leads to the page, or the choice, that is shown.
  public init(label: String, href: Href, isCurrent: Bool = false) {
    self.label = label
    self.href = href
    self.isCurrent = isCurrent
  }

  public var body: some HTML {
    a { label }.href(href).aria(.current, isCurrent ? "true" : nil)
  }
}
