import TextSearch

/// An immutable chunk of up to 512 quakes, sorted by time and ID. A changed
/// index shares all other chunks with the old one.
final class QuakeChunk: Sendable {
  /// The maximum number of quakes. With a million quakes there are a few
  /// thousand chunks, and a change still copies little.
  static let capacity = 512

  let quakes: [Quake]
  let rows: [QuakeRow]
  /// The folded names, each followed by the separator, and a terminating NUL.
  let names: [UInt8]
  // What all rows have in common, so that a pass can skip the chunk.
  let missingCount: Int
  let extent: QuakeExtent
  /// The smallest and the largest slot of the magnitudes.
  let slots: ClosedRange<Int>

  /// Creates a chunk of at least one quake.
  init(_ items: some Collection<Item>) {
    var quakes: [Quake] = []
    var rows: [QuakeRow] = []
    var names: [UInt8] = []
    quakes.reserveCapacity(items.count)
    rows.reserveCapacity(items.count)
    // The exact length of names in ASCII.
    names.reserveCapacity(items.reduce(1) { $0 + $1.quake.name.utf8.count + 1 })
    for item in items {
      switch item {
      case .new(let quake):
        names.append(contentsOf: SearchText(quake.name).bytes)
        rows.append(QuakeRow(quake, nameEnd: Int32(clamping: names.count)))
        quakes.append(quake)
      case .existing(let chunk, let row):
        names.append(contentsOf: chunk.names[chunk.nameRange(of: row)])
        rows.append(QuakeRow(chunk.rows[row], nameEnd: Int32(clamping: names.count)))
        quakes.append(chunk.quakes[row])
      }
      names.append(SearchText.separator)
    }
    names.append(0)
    var extent = QuakeExtent()
    var (missingCount, smallest, largest) = (0, MagnitudeCode.slots.upperBound, 0)
    for row in rows {
      extent.add(row)
      if row.isMissing { missingCount += 1 }
      smallest = min(smallest, row.magnitude.slot)
      largest = max(largest, row.magnitude.slot)
    }
    self.extent = extent
    self.missingCount = missingCount
    slots = min(smallest, largest)...largest
    self.quakes = quakes
    self.rows = rows
    self.names = names
  }

  /// An element of a new chunk.
  enum Item {
    case new(Quake)
    /// An element of another chunk, whose row is copied.
    case existing(QuakeChunk, row: Int)

    var quake: Quake {
      switch self {
      case .new(let quake): quake
      case .existing(let chunk, let row): chunk.quakes[row]
      }
    }
  }

  /// Returns the range of the folded name of a row.
  func nameRange(of row: Int) -> Range<Int> {
    (row == 0 ? 0 : Int(rows[row - 1].nameEnd) + 1)..<Int(rows[row].nameEnd)
  }

  /// The sort key of its first quake.
  var key: QuakeKey { QuakeKey(time: rows[0].time, id: quakes[0].id) }
}

/// A sort key: time, then ID.
struct QuakeKey: Comparable {
  let time: Int64
  let id: Quake.ID

  init(time: Int64, id: Quake.ID) {
    self.time = time
    self.id = id
  }

  init(_ quake: Quake) {
    self.init(time: QuakeRow.milliseconds(quake.time), id: quake.id)
  }

  static func < (left: QuakeKey, right: QuakeKey) -> Bool {
    left.time == right.time ? left.id < right.id : left.time < right.time
  }
}
