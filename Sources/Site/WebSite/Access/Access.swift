import ImmutableUI
import Markup

/// The access rules of a site.
package struct Access: Sendable {
  /// The visitors who may change data.
  package enum Writers: Sendable {
    case everybody
    /// Everybody on this machine.
    case thisMachine
    /// Those who have signed in.
    case editors(SignIns)
    case nobody
  }

  /// The visitors who may change data.
  package var writers: Writers
  /// The origins of the site.
  package var origins: Origins
  /// The rate limit of posts.
  package var posts: PostRateLimiter

  /// - Parameters:
  ///   - writers: the visitors who may change data.
  ///   - origins: the origins of the site.
  ///   - posts: the rate limit of posts.
  package init(
    writers: Writers = .everybody, origins: Origins = Origins(),
    posts: PostRateLimiter = PostRateLimiter()
  ) {
    self.writers = writers
    self.origins = origins
    self.posts = posts
  }

  /// The audience of requests without credentials.
  var anonymous: Audience {
    switch writers {
    case .everybody, .thisMachine: .everybody
    case .editors: .readers
    case .nobody: .onlookers
    }
  }
}

/// A group of visitors with the same rights.
package enum Audience: String, CaseIterable, Sendable {
  /// All visitors, if everybody may change data.
  case everybody
  /// Visitors who have signed in.
  case editors
  /// Visitors who have not signed in, but can.
  case readers
  /// All visitors, if no one may change data.
  case onlookers

  /// True if these visitors may change data.
  var mayWrite: Bool { self == .everybody || self == .editors }
}

/// The visitor whom a page is for: anyone of a group, or one who has signed in.
struct Viewer: Hashable, Sendable {
  let audience: Audience
  /// The visitor; `nil` for one who has not signed in.
  let visitor: Visitor?

  /// Anyone of a group.
  init(_ audience: Audience) {
    self.audience = audience
    visitor = nil
  }

  /// A visitor who has signed in.
  init(_ visitor: Visitor) {
    audience = .editors
    self.visitor = visitor
  }

  /// Returns the cache key of the page at an address. Visitors who have not signed in share
  /// the address alone; each other has keys of their own.
  func key(_ address: Href) -> String {
    guard let visitor else { return address.text }
    let roles = visitor.roles.sorted().joined(separator: "\n")
    return "\(visitor.signIn.rawValue)\n\(visitor.name)\n\(roles)\n\(address.text)"
  }

  /// Renders for the visitor, who is `Visitor.current` in the meantime.
  func rendering<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let visitor else { return try body() }
    return try Visitor.$current.withValue(visitor, operation: body)
  }
}
