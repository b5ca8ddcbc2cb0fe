import Durable
import ImmutableUI
import Markup

/// The positions of this instance in the logs of a shared database.
///
/// A visitor's requests may reach several instances, of which one may be a
/// little behind. The redirect after a post names the position of its change as
/// `seen`, and events of a stream name theirs in their ids. A request with a
/// position waits until this instance has reached it, and every request waits
/// for the first load.
struct LogPositions: Sendable {
  /// The logs of the guides; `nil` in tests without any.
  var logs: DurableStorage?

  /// The guides whose pages tell why a file cannot be loaded.
  var showingLoadErrors: Set<String> = []

  /// Positions exist if other instances may have others.
  private var isShared: Bool { logs?.isShared == true }

  private static let name = "seen"
  /// The timeouts of a page and of a stream. After them the present state is sent:
  /// the database is away, or was restored to an earlier position.
  static let pageLimit = Duration.seconds(2)
  static let streamLimit = Duration.seconds(5)
  private static let startLimit = Duration.seconds(60)

  /// Returns the position of a guide; `nil` for the front page and without a
  /// shared database. It is read before the state that it describes.
  func current(of guide: String?) -> Int? {
    guard isShared, let guide else { return nil }
    return logs?.log(named: guide)?.position ?? 0
  }

  /// Returns a function that waits for the first load of a guide, and then for a
  /// position if there is one; `nil` if both have been reached.
  ///
  /// The function throws `SiteError.notLoaded` if the load fails or the database is away:
  /// an empty page would look as if everything had been deleted.
  func wait(
    for position: Int?, of guide: String?, within limit: Duration
  ) -> (@Sendable () async throws -> Void)? {
    guard let guide, let log = logs?.log(named: guide) else { return nil }
    if !isShared, showingLoadErrors.contains(guide) { return nil }
    if let present = log.position, present >= position ?? 0 { return nil }
    return { [isShared] in
      if isShared {
        guard await log.waitForLoad(within: Self.startLimit) else { throw SiteError.notLoaded }
      } else {
        do {
          try await log.start()
        } catch {
          throw SiteError.notLoaded(error)
        }
      }
      let deadline = ContinuousClock.now + limit
      while let present = log.position, present < position ?? 0, .now < deadline {
        do {
          return try await log.catchUp(within: deadline - .now)
        } catch {
          // A post in the same transaction may have run out of time first.
          try await Task.sleep(for: .milliseconds(50))
        }
      }
    }
  }

  /// Splits the position off an address, which routes do not know.
  func split(_ address: String) -> (address: String, position: Int?) {
    guard isShared, let mark = address.firstIndex(of: "?") else { return (address, nil) }
    let items = address[mark...].dropFirst().split(separator: "&", omittingEmptySubsequences: false)
    let prefix = "\(Self.name)="
    guard let item = items.last(where: { $0.hasPrefix(prefix) }) else { return (address, nil) }
    let rest = items.filter { !$0.hasPrefix(prefix) }.joined(separator: "&")
    return (address[..<mark] + (rest.isEmpty ? "" : "?\(rest)"), Int(item.dropFirst(prefix.count)))
  }

  /// Returns the address with a position that the next instance has to reach.
  func adding(_ position: Int?, to href: Href) -> String {
    guard let position else { return href.text }
    let parts = href.text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let mark = parts[0].contains("?") ? "&" : "?"
    let fragment = parts.dropFirst().map { "#\($0)" }.joined()
    return parts[0] + "\(mark)\(Self.name)=\(position)" + fragment
  }

  /// Splits the id of an event into the version of the page and the position.
  static func split(eventID: String) -> (version: String, position: Int?) {
    guard let dot = eventID.lastIndex(of: "."),
      let position = Int(eventID[dot...].dropFirst())
    else { return (eventID, nil) }
    return (String(eventID[..<dot]), position)
  }
}
