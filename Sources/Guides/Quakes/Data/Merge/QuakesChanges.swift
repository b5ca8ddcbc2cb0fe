public import Foundation
import HashTreeCollections

/// The quakes that a change puts, and what is noted with them.
///
/// An event is either stored, or deleted and kept to be restored, or it is in no table.
public struct QuakesChanges: Codable, Hashable, Sendable {
  /// The stored quakes that are new or have changed, and those that are stored again.
  public var stored: [Quake] = []
  /// The deleted quakes that are new or have changed.
  public var deleted: [DeletedQuake] = []
  /// The preferred IDs of quakes that are neither stored nor kept any more.
  public var removed: [Quake.ID] = []
  /// The IDs that were added to those of deleted events.
  public var deletedIds: [Quake.ID] = []
  /// The IDs that were removed from those of deleted events.
  public var restoredIds: [Quake.ID] = []
  /// The times of deletions that can no longer be undone.
  public var expired: [Date] = []
  /// The summary of a refresh; `nil` without metadata of a feed.
  public var refresh: QuakesState.Refresh?
  /// The known time after the changes; `nil` if it is the same as before.
  public var known: KnownTime?

  /// The preferred IDs of the quakes.
  var quakeIds: [Quake.ID] { stored.map(\.id) + deleted.map(\.quake.id) + removed }
}

extension QuakesChanges {
  /// Cuts the changes into parts of about a number of quakes, so that others need not wait for
  /// all of them. Events that share IDs stay together; the refresh is in the last part.
  ///
  /// - Parameter state: the state before the changes.
  func parts(of size: Int, from state: QuakesState) -> [QuakesChanges] {
    let ids = quakeIds
    guard ids.count > size else { return [self] }
    var names: [Quake.ID: [Quake.ID]] = [:]
    for id in ids { names[id] = [id] + (state.stored(id)?.allIds ?? []) }
    for quake in stored + deleted.map(\.quake) { names[quake.id]? += quake.allIds }
    var sharing: [Quake.ID: [Quake.ID]] = [:]
    for (id, names) in names {
      for name in names { sharing[name, default: []].append(id) }
    }
    var (part, count, parts) = (0, 0, [Quake.ID: Int]())
    for id in ids where parts[id] == nil {
      if count >= size { (part, count) = (part + 1, 0) }
      var related = [id]
      while let id = related.popLast() {
        guard parts.updateValue(part, forKey: id) == nil else { continue }
        count += 1
        related += (names[id] ?? []).flatMap { sharing[$0] ?? [] }.filter { parts[$0] == nil }
      }
    }
    var cut = [QuakesChanges](repeating: QuakesChanges(), count: part + 1)
    for quake in stored { cut[parts[quake.id] ?? 0].stored.append(quake) }
    for quake in deleted { cut[parts[quake.quake.id] ?? 0].deleted.append(quake) }
    for id in removed { cut[parts[id] ?? 0].removed.append(id) }
    (cut[0].deletedIds, cut[0].restoredIds) = (deletedIds, restoredIds)
    (cut[part].expired, cut[part].refresh, cut[part].known) = (expired, refresh, known)
    return cut
  }
}

extension Quake {
  /// All IDs that lead to the event.
  var allIds: [Quake.ID] { ids + formerIds }
}
