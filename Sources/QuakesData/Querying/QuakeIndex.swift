/// Quakes in the order of time, in chunks that old and new states share.
///
/// One change copies one chunk and the list of chunks, which for a million
/// quakes is two thousand references.
struct QuakeIndex: Sendable {
  private(set) var chunks: [QuakeChunk] = []
  private(set) var count: Int

  /// Puts quakes in order. O(n log n).
  init(_ quakes: some Sequence<Quake>) {
    let sorted = quakes.map { (key: QuakeKey($0), quake: $0) }.sorted { $0.key < $1.key }
    count = sorted.count
    Self.append(sorted.map { .new($0.quake) }, to: &chunks)
  }

  /// Removes some quakes, which are all there, then puts some in.
  mutating func apply(removing: [Quake], inserting: [Quake]) {
    guard !chunks.isEmpty else {
      self = QuakeIndex(inserting)
      return
    }
    var edits: [Int: Edit] = [:]
    for quake in removing {
      edits[position(of: QuakeKey(quake)), default: Edit()].removed.insert(quake.id)
    }
    for quake in inserting {
      edits[position(of: QuakeKey(quake)), default: Edit()].inserted.append(quake)
    }
    var new: [QuakeChunk] = []
    new.reserveCapacity(chunks.count + inserting.count / QuakeChunk.capacity + 1)
    var open: [QuakeChunk.Item] = []
    for (position, chunk) in chunks.enumerated() {
      if let edit = edits[position] {
        edit.apply(to: chunk, appendingTo: &open)
      } else if open.isEmpty {
        new.append(chunk)
        continue
      } else {
        open += chunk.quakes.indices.map { .kept(chunk, row: $0) }
      }
      // What an edit left of a chunk goes together with the next one where
      // it is little, so that chunks do not wear down to nothing.
      if open.count >= QuakeChunk.capacity / 4 {
        Self.append(open, to: &new)
        open.removeAll(keepingCapacity: true)
      }
    }
    Self.append(open, to: &new)
    chunks = new
    count += inserting.count - removing.count
  }

  /// Cuts items into chunks of like size, none too large.
  private static func append(_ items: [QuakeChunk.Item], to chunks: inout [QuakeChunk]) {
    let pieces = (items.count + QuakeChunk.capacity - 1) / QuakeChunk.capacity
    for piece in 0..<pieces {
      let range = items.count * piece / pieces..<items.count * (piece + 1) / pieces
      chunks.append(QuakeChunk(items[range]))
    }
  }

  /// The last chunk that begins at or before the key. O(log n).
  private func position(of key: QuakeKey) -> Int {
    max(0, chunks.partitioningIndex { $0.key > key } - 1)
  }
}

/// What changes within one chunk.
private struct Edit {
  var removed: Set<Quake.ID> = []
  var inserted: [Quake] = []

  /// Appends what the chunk holds with the changes.
  func apply(to chunk: QuakeChunk, appendingTo items: inout [QuakeChunk.Item]) {
    let new = inserted.map { (key: QuakeKey($0), quake: $0) }.sorted { $0.key < $1.key }
    var waiting = new[...]
    for (row, quake) in chunk.quakes.enumerated() {
      if !waiting.isEmpty {
        let key = QuakeKey(time: chunk.rows[row].time, id: quake.id)
        while let first = waiting.first, first.key < key {
          items.append(.new(first.quake))
          waiting.removeFirst()
        }
      }
      if removed.isEmpty || !removed.contains(quake.id) { items.append(.kept(chunk, row: row)) }
    }
    items += waiting.map { .new($0.quake) }
  }
}

extension RandomAccessCollection {
  /// The first of those elements at the end for which something holds, where
  /// all of those come last. O(log n).
  func partitioningIndex(where holds: (Element) -> Bool) -> Index {
    var low = startIndex
    var count = count
    while count > 0 {
      let middle = index(low, offsetBy: count / 2)
      if holds(self[middle]) {
        count /= 2
      } else {
        low = index(after: middle)
        count -= count / 2 + 1
      }
    }
    return low
  }
}
