import TextSearch

/// Some hundreds of quakes in the order of time, then of ids. It never
/// changes: an index with a change shares all other chunks with the old one.
final class QuakeChunk: Sendable {
  /// Large enough that a million quakes are a few thousand chunks, small
  /// enough that a change copies little.
  static let capacity = 512

  let quakes: [Quake]
  let rows: [QuakeRow]
  /// The folded names, each followed by the separator, and a NUL after all.
  let names: [UInt8]

  /// A chunk of at least one quake.
  init(_ items: some Collection<Item>) {
    var quakes: [Quake] = []
    var rows: [QuakeRow] = []
    var names: [UInt8] = []
    quakes.reserveCapacity(items.count)
    rows.reserveCapacity(items.count)
    names.reserveCapacity(items.count * 34)
    for item in items {
      switch item {
      case .new(let quake):
        names.append(contentsOf: SearchText(quake.name).bytes)
        rows.append(QuakeRow(quake, nameEnd: Int32(clamping: names.count)))
        quakes.append(quake)
      case .kept(let chunk, let row):
        names.append(contentsOf: chunk.names[chunk.nameRange(of: row)])
        rows.append(QuakeRow(chunk.rows[row], nameEnd: Int32(clamping: names.count)))
        quakes.append(chunk.quakes[row])
      }
      names.append(SearchText.separator)
    }
    names.append(0)
    self.quakes = quakes
    self.rows = rows
    self.names = names
  }

  /// What a chunk is made of.
  enum Item {
    case new(Quake)
    /// One of another chunk, whose row need not be made anew.
    case kept(QuakeChunk, row: Int)
  }

  /// Where the folded name of a row stands.
  func nameRange(of row: Int) -> Range<Int> {
    (row == 0 ? 0 : Int(rows[row - 1].nameEnd) + 1)..<Int(rows[row].nameEnd)
  }

  /// The place of its first quake.
  var key: QuakeKey { QuakeKey(time: rows[0].time, id: quakes[0].id) }
}

/// A place in the order of time, then of ids.
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
