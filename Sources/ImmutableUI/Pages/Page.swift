public import ImmutableData
public import Markup

/// A whole page, less the document around it.
public struct Page<Content: HTML>: Sendable {
  /// How the request for it went.
  public enum Status: Int, Sendable {
    case ok = 200
    /// The page shows what in its address makes no sense.
    case badRequest = 400
    /// The page shows a form again, with what is wrong in it.
    case unprocessableContent = 422
    /// The page shows a change by somebody else that came in between.
    case conflict = 409
    /// The page shows that something could not be done for now.
    case serviceUnavailable = 503
  }

  /// How the request for it went.
  public var status: Status
  /// What the window is called, without the site's name.
  public var title: String
  /// What it shows, in a sentence or two: what search engines and previews of
  /// links say of it; `nil` where there is nothing special to say.
  public var description: String?
  /// Where a program can subscribe to what it shows, as an Atom feed.
  public var feed: Href?
  /// True if a dialog is open, so that all around it is inert.
  public var hasDialog: Bool
  /// Whether the page waits for something, and should be asked for again.
  public var isWaiting: Bool
  /// What it was made from: as long as that holds it need not be made again.
  public var dependencies: [PageDependencies]
  /// When it is too old even if its dependencies holds, since it tells the time: in
  /// seconds since 1970; `nil` for never.
  public var expires: Int?
  /// Whether it is for one visitor only, as what tells how a post ended, or
  /// what holds the id of an animal to be.
  public var isPersonal: Bool
  /// What stands in the document's main part.
  public var content: Content

  public init(
    status: Status = .ok, title: String, description: String? = nil, feed: Href? = nil,
    hasDialog: Bool = false, isWaiting: Bool = false, dependencies: [PageDependencies] = [],
    expires: Int? = nil, isPersonal: Bool = false, content: Content
  ) {
    self.status = status
    self.title = title
    self.description = description
    self.feed = feed
    self.hasDialog = hasDialog
    self.isWaiting = isWaiting
    self.dependencies = dependencies
    self.expires = expires
    self.isPersonal = isPersonal
    self.content = content
  }
}

/// What a root answers a request with.
public enum PageResponse<Content: HTML>: Sendable {
  case page(Page<Content>)
  /// The post is done: the browser gets the page at this address.
  case seeOther(Href)
  case notFound(NotFound)
}

extension PageResponse {
  /// A page that is a function of the whole state of a store: any later action
  /// makes it anew. Pages made by containers depend on less.
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

/// Something that was asked for and is not there, in words.
public struct NotFound: Hashable, Sendable {
  /// A way on.
  public struct Link: Hashable, Sendable {
    /// What its link is called.
    public let label: String
    /// Where it leads.
    public let href: Href

    /// A way with a name.
    public init(label: String, href: Href) {
      self.label = label
      self.href = href
    }
  }

  /// A heading in a few words.
  public let title: String
  /// One or two sentences.
  public let message: String
  /// Links to other pages; the first one stands out.
  public let links: [Link]

  public init(title: String, message: String, links: [Link]) {
    self.title = title
    self.message = message
    self.links = links
  }
}
