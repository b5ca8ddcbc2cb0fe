import Markup

/// The access rules of a site.
package struct Access: Sendable {
  /// The visitors who may change data.
  package enum Writers: Sendable {
    case everybody
    case editors(Editors)
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
    case .everybody: .everybody
    case .editors: .readers
    case .nobody: .onlookers
    }
  }
}

/// A group of visitors who get the same pages.
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

  /// Returns the cache key of the page at an address. Requests without
  /// credentials use the address alone.
  func key(_ address: Href) -> String {
    self == .editors ? "\(rawValue) \(address.text)" : address.text
  }
}
