import Foundation
import QuakesData

/// The quakes of a filter in a format for other programs, found and written
/// part by part as they are taken.
public struct QuakesExport: Sequence, Sendable {
  private let quakes: any Sequence<Quake> & Sendable
  private let format: any ExportFormat

  init(_ quakes: some Sequence<Quake> & Sendable, as format: any ExportFormat) {
    self.quakes = quakes
    self.format = format
  }

  public func makeIterator() -> Iterator {
    Iterator(quakes: makeQuakes(quakes), format: format)
  }

  private func makeQuakes(_ quakes: some Sequence<Quake>) -> AnyIterator<Quake> {
    AnyIterator(quakes.makeIterator())
  }

  /// Gives parts of some hundred quakes each.
  public struct Iterator: IteratorProtocol {
    private static let partLength = 200

    private let quakes: AnyIterator<Quake>
    private let format: any ExportFormat
    private var place = Place.start

    private enum Place {
      case start, first, middle, end
    }

    fileprivate init(quakes: AnyIterator<Quake>, format: any ExportFormat) {
      self.quakes = quakes
      self.format = format
    }

    public mutating func next() -> [UInt8]? {
      guard place != .end else { return nil }
      var part = ""
      if place == .start {
        part += format.head
        place = .first
      }
      for _ in 0..<Self.partLength {
        guard let quake = quakes.next() else {
          part += format.foot
          place = .end
          break
        }
        if place == .middle { part += format.separator }
        part += format.text(of: quake)
        place = .middle
      }
      return part.isEmpty ? nil : Array(part.utf8)
    }
  }
}

/// How quakes are written for other programs.
protocol ExportFormat: Sendable {
  /// What comes before all quakes, between two, and after all.
  var head: String { get }
  var separator: String { get }
  var foot: String { get }

  func text(of quake: Quake) -> String
}
