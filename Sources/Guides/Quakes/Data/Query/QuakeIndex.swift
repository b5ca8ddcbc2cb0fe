/// A persistent index of quakes sorted by time, in chunks that old and new
/// states share.
///
/// A single change copies one chunk and the list of chunks, which has two
/// thousand references for a million quakes.
struct QuakeIndex: Sendable {
  private(set) var chunks: [QuakeChunk] = []
  private(set) var count: Int

  /// Sorts the quakes. O(n log n).
  init(_ quakes: some Sequence<Quake>) {
    let sorted = quakes.map { (key: QuakeKey($0), quake: $0) }.sorted { $0.key < $1.key }
    count = sorted.count
    Self.append(sorted.map { .new($0.quake) }, to: &chunks)
  }

  /// Removes quakes, all of which must exist, then inserts others.
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
    var pending: [QuakeChunk.Item] = []
    for (position, chunk) in chunks.enumerated() {
      if let edit = edits[position] {
        edit.apply(to: chunk, appendingTo: &pending)
      } else if pending.isEmpty {
        new.append(chunk)
        continue
      } else {
        pending += chunk.quakes.indices.map { .existing(chunk, row: $0) }
      }
      // A small remainder is merged with the next chunk, so that edits do not
      // lead to tiny chunks.
      if pending.count >= QuakeChunk.capacity / 4 {
        Self.append(pending, to: &new)
        pending.removeAll(keepingCapacity: true)
      }
    }
    Self.append(pending, to: &new)
    chunks = new
    count += inserting.count - removing.count
  }

  /// Divides items into chunks of similar size, up to the capacity.
  private static func append(_ items: [QuakeChunk.Item], to chunks: inout [QuakeChunk]) {
    let pieces = (items.count + QuakeChunk.capacity - 1) / QuakeChunk.capacity
    let new = inParts(of: 0..<pieces, atLeast: 4) { part in
      part.map { piece in
        let range = items.count * piece / pieces..<items.count * (piece + 1) / pieces
        return QuakeChunk(items[range])
      }
    }
    for part in new { chunks += part }
  }

  /// Returns the last chunk that starts at or before the key. O(log n).
  private func position(of key: QuakeKey) -> Int {
    max(0, chunks.partitioningIndex { $0.key > key } - 1)
  }
}

/// The changes within one chunk.
private struct Edit {
  var removed: Set<Quake.ID> = []
  var inserted: [Quake] = []

  /// Appends the elements of the chunk with the changes applied.
  func apply(to chunk: QuakeChunk, appendingTo items: inout [QuakeChunk.Item]) {
    let new = inserted.map { (key: QuakeKey($0), quake: $0) }.sorted { $0.key < $1.key }
    var waiting = new[...]
    for (row, quake) in chunk.quakes.enumerated() {
      if !waiting.isEmpty {
        let key = QuakeKey(time: chunk.table.times[row], id: quake.id)
        while let first = waiting.first, first.key < key {
          items.append(.new(first.quake))
          waiting.removeFirst()
        }
      }
      if removed.isEmpty || !removed.contains(quake.id) { items.append(.existing(chunk, row: row)) }
    }
    items += waiting.map { .new($0.quake) }
  }
}

extension RandomAccessCollection {
  /// Returns the first index for which the predicate holds, given that it holds
  /// for all elements after that. O(log n).
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
