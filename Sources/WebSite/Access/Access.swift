import Markup

/// Who may do what.
package struct Access: Sendable {
  /// Who may change something.
  package enum Writers: Sendable {
    case everybody
    case editors(Editors)
    case nobody
  }

  /// Who may change something.
  package var writers: Writers
  /// Where the site is found.
  package var origins: Origins
  /// How many posts a client may send.
  package var posts: PostRateLimiter

  /// - Parameters:
  ///   - writers: who may change something.
  ///   - origins: where the site is found.
  ///   - posts: how many posts a client may send.
  package init(
    writers: Writers = .everybody, origins: Origins = Origins(),
    posts: PostRateLimiter = PostRateLimiter()
  ) {
    self.writers = writers
    self.origins = origins
    self.posts = posts
  }

  /// What visitors are who say nothing of themselves.
  var anonymous: Audience {
    switch writers {
    case .everybody: .everybody
    case .editors: .readers
    case .nobody: .onlookers
    }
  }
}

/// Those who see the same pages.
package enum Audience: String, CaseIterable, Sendable {
  /// All, where all may change something.
  case everybody
  /// Those who have signed in.
  case editors
  /// Those who have not, and could.
  case readers
  /// All, where nobody may change anything.
  case onlookers

  /// Whether they may change something.
  var mayWrite: Bool { self == .everybody || self == .editors }

  /// Tells their page at an address from that of others. Who says nothing of
  /// himself is found by the address alone.
  func key(_ address: Href) -> String {
    self == .editors ? "\(rawValue) \(address.text)" : address.text
  }
}
