import TextSearch

/// An immutable chunk of up to 512 quakes, sorted by time and ID. A changed
/// index shares all other chunks with the old one.
final class QuakeChunk: Sendable {
  /// The maximum number of quakes. With a million quakes there are a few
  /// thousand chunks, and a change still copies little.
  static let capacity = 512

  let quakes: [Quake]
  let table: QuakeTable
  /// The rows whose coordinates or depths are rounded in the table, in order.
  let roundedRows: [UInt16]
  /// The folded names, each followed by the separator.
  let names: [UInt8]
  /// The end of the name of each quake in the names.
  let nameEnds: [Int32]
  // What all rows have in common, so that a pass can skip the chunk.
  let missingCount: Int
  let times: ClosedRange<Int64>
  let extent: QuakeExtent
  /// The smallest and the largest slot of the magnitudes.
  let slots: ClosedRange<Int>

  /// Creates a chunk of at least one quake.
  init(_ items: some Collection<Item>) {
    quakes = items.map(\.quake)
    var rows: [QuakeRow] = []
    var names: [UInt8] = []
    var nameEnds: [Int32] = []
    rows.reserveCapacity(items.count)
    nameEnds.reserveCapacity(items.count)
    // The exact length of names in ASCII.
    names.reserveCapacity(quakes.reduce(0) { $0 + $1.name.utf8.count + 1 })
    var roundedRows: [UInt16] = []
    var extent = QuakeExtent()
    for item in items {
      let row: QuakeRow
      switch item {
      case .new(let quake):
        row = QuakeRow(quake)
        names.append(contentsOf: SearchText(quake.name).bytes)
      case .existing(let chunk, let number):
        row = chunk.table[number]
        names.append(contentsOf: chunk.names[chunk.nameRange(of: number)])
      }
      if !row.isExact(for: item.quake) { roundedRows.append(UInt16(rows.count)) }
      rows.append(row)
      nameEnds.append(Int32(clamping: names.count))
      names.append(SearchText.separator)
      extent.add(longitude: row.longitudeUnits, latitude: row.latitudeUnits)
    }
    table = QuakeTable(rows)
    times = table.times[0]...table.times[rows.count - 1]
    self.extent = extent
    missingCount = rows.count(where: \.isMissing)
    let slots = table.magnitudes.map(\.slot)
    self.slots = (slots.min() ?? 0)...(slots.max() ?? 0)
    self.roundedRows = roundedRows
    self.names = names
    self.nameEnds = nameEnds
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

  /// The number of quakes.
  var count: Int { quakes.count }

  /// Returns the range of the folded name of a row.
  func nameRange(of row: Int) -> Range<Int> {
    (row == 0 ? 0 : Int(nameEnds[row - 1]) + 1)..<Int(nameEnds[row])
  }

  /// The sort key of its first quake.
  var key: QuakeKey { QuakeKey(time: times.lowerBound, id: quakes[0].id) }
}

/// A sort key: time, then ID.
struct QuakeKey: Comparable {
  let time: Int64
  let id: Quake.ID

  static func < (left: QuakeKey, right: QuakeKey) -> Bool {
    left.time == right.time ? left.id < right.id : left.time < right.time
  }
}

extension QuakeKey {
  init(_ quake: Quake) {
    self.init(time: QuakeRow.milliseconds(quake.time), id: quake.id)
  }
}
