public import Foundation

/// An event that a visitor deleted, with the data to restore it.
public struct DeletedQuake: Codable, Hashable, Sendable {
  /// The event as it was.
  public var quake: Quake
  /// The time of the deletion. Events deleted at once have the same.
  public var date: Date

  public init(_ quake: Quake, at date: Date) {
    self.quake = quake
    self.date = date
  }
}
