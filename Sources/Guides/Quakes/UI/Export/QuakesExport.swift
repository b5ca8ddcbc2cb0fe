import Markup
import QuakesData

/// The quakes of a filter in an export format, read and encoded lazily in
/// chunks.
public struct QuakesExport: Sequence, Sendable {
  private let quakes: @Sendable () -> AnyIterator<Quake>
  private let format: any ExportFormat
  /// The maximum number of quakes.
  private let limit: Int

  init(
    _ quakes: some Sequence<Quake> & Sendable, as format: any ExportFormat, limit: Int = .max
  ) {
    self.quakes = { AnyIterator(quakes.makeIterator()) }
    self.format = format
    self.limit = limit
  }

  public func makeIterator() -> Iterator {
    Iterator(quakes: quakes(), format: format, rest: limit)
  }

  /// Produces chunks of encoded quakes.
  public struct Iterator: IteratorProtocol {
    /// The number of bytes with which a chunk ends.
    private static let chunkLength = 64 << 10

    fileprivate let quakes: AnyIterator<Quake>
    fileprivate let format: any ExportFormat
    /// The maximum number of quakes that follow.
    fileprivate var rest: Int
    fileprivate var stage = Stage.start

    fileprivate enum Stage {
      case start, first, middle, end
    }

    public mutating func next() -> [UInt8]? {
      guard stage != .end else { return nil }
      var writer = ByteWriter(capacity: Self.chunkLength + 4_096)
      if stage == .start {
        writer.append(unescaped: format.header)
        stage = .first
      }
      while writer.count < Self.chunkLength {
        guard rest > 0, let quake = quakes.next() else {
          writer.append(unescaped: format.footer)
          stage = .end
          break
        }
        rest -= 1
        if stage == .middle { writer.append(unescaped: format.separator) }
        format.append(quake, to: &writer)
        stage = .middle
      }
      return writer.count == 0 ? nil : writer.finish().withUnsafeBytes(Array.init)
    }
  }
}

/// An encoder of quakes for an export format.
protocol ExportFormat: Sendable {
  /// The text before all quakes, between two, and after all.
  var header: String { get }
  var separator: String { get }
  var footer: String { get }

  func append(_ quake: Quake, to writer: inout ByteWriter)
}
