import Durable
import ImmutableUI
import Markup
import SharedLog

/// The positions of this instance in the logs of a shared database.
///
/// A visitor's requests may reach several instances, of which one may be a
/// little behind. The redirect after a post names the position of its change as
/// `seen`, and events of a stream name theirs in their ids. A request with a
/// position waits until this instance has reached it, and every request waits
/// for the first load.
struct LogPositions: Sendable {
  /// `nil` if the site has no shared database; then positions do not exist.
  var storage: SharedStorage?
  /// The logs of the guides.
  var logs: DurableStorage?

  private static let name = "seen"
  /// The timeouts of a page and of a stream. After them the present state is sent:
  /// the database is away, or was restored to an earlier position.
  static let pageLimit = Duration.seconds(2)
  static let streamLimit = Duration.seconds(5)
  private static let startLimit = Duration.seconds(60)

  /// Returns the position of a guide; `nil` for the front page and without a
  /// shared database. It is read before the state that it describes.
  func current(of guide: String?) -> Int? {
    guard let storage, let guide else { return nil }
    return logs?.log(named: guide).map { $0.position ?? 0 } ?? storage.position(of: guide)
  }

  /// Returns the position that shows what was posted to a guide; `nil` for the
  /// front page and without a shared database. It is later than the current one
  /// if this instance has lost the connection by which it follows the log.
  func written(to guide: String?) -> Int? {
    guard let storage, let guide else { return nil }
    return logs?.log(named: guide).map { $0.position ?? 0 } ?? storage.writtenPosition(of: guide)
  }

  /// Returns a function that waits for the first load of a guide, and then for a
  /// position if there is one; `nil` if both have been reached.
  ///
  /// The function throws `SiteError.notLoaded` if the load fails or the database is away:
  /// an empty page would look as if everything had been deleted.
  func wait(
    for position: Int?, of guide: String?, within limit: Duration
  ) -> (@Sendable () async throws -> Void)? {
    if let guide, let log = logs?.log(named: guide) { return wait(for: position, of: log, limit) }
    guard let storage, let guide else { return nil }
    let position = position ?? 0
    guard !storage.isLoaded(guide) || storage.position(of: guide) < position else { return nil }
    return {
      if !storage.isLoaded(guide) {
        guard await storage.waitForLoad(of: guide, within: Self.startLimit) else {
          throw SiteError.notLoaded
        }
      }
      await storage.wait(for: position, of: guide, within: limit)
    }
  }

  private func wait(
    for position: Int?, of log: any RegisteredLog, _ limit: Duration
  ) -> (@Sendable () async throws -> Void)? {
    if let present = log.position, present >= position ?? 0 { return nil }
    return { [isShared = logs?.isShared == true] in
      if isShared {
        guard await log.waitForLoad(within: Self.startLimit) else { throw SiteError.notLoaded }
      } else {
        do {
          try await log.start()
        } catch {
          throw SiteError.notLoaded(error)
        }
      }
      if let present = log.position, present < position ?? 0 {
        try? await log.catchUp(within: limit)
      }
    }
  }

  /// Splits the position off an address, which routes do not know.
  func split(_ address: String) -> (address: String, position: Int?) {
    guard storage != nil, let mark = address.firstIndex(of: "?") else { return (address, nil) }
    let items = address[mark...].dropFirst().split(separator: "&", omittingEmptySubsequences: false)
    let prefix = "\(Self.name)="
    guard let item = items.last(where: { $0.hasPrefix(prefix) }) else { return (address, nil) }
    let rest = items.filter { !$0.hasPrefix(prefix) }.joined(separator: "&")
    return (
      address[..<mark] + (rest.isEmpty ? "" : "?\(rest)"), Int(item.dropFirst(prefix.count))
    )
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
