/// An element of a sorted list.
///
/// Equal elements are the same one: an order that is not unique has to end with an id.
public protocol SortedListElement: Comparable, Sendable {
  /// A digest of adjacent elements, such as their joined texts.
  associatedtype Summary: Sendable

  /// Returns the digest of adjacent elements. O(number of elements).
  static func summary(of elements: [Self]) -> Summary
}

/// A sorted list of many elements, in chunks that its copies share.
///
/// A change copies the chunks that it is in, and the elements at a position are found without a
/// look at those before them: both take O(√n) time for one element.
///
/// ```swift
/// import TextSearch
///
/// struct Rank: SortedListElement {
///   let points: Int
///   static func < (left: Rank, right: Rank) -> Bool { left.points < right.points }
///   static func summary(of ranks: [Rank]) -> Int { ranks.reduce(0) { $0 + $1.points } }
/// }
///
/// var list = SortedList([Rank(points: 7), Rank(points: 3)])
/// list.change(inserting: [Rank(points: 5)])
/// print(list[1..<3].map(\.points))  // [5, 7]
/// print(list.chunks.reduce(0) { $0 + $1.summary })  // 15
/// ```
public struct SortedList<Element: SortedListElement>: Sendable {
  /// Adjacent elements, with their digest.
  public struct Chunk: Sendable {
    /// The elements in order, 1 to 512 of them.
    public let elements: [Element]
    /// Their digest.
    public let summary: Element.Summary

    fileprivate init(_ elements: [Element]) {
      self.elements = elements
      summary = Element.summary(of: elements)
    }
  }

  /// The maximum number of elements of a chunk.
  private static var capacity: Int { 512 }

  /// The chunks in order; none is empty.
  public private(set) var chunks: [Chunk]
  /// The number of elements.
  public private(set) var count: Int

  /// Creates a list. O(n log n).
  public init(_ elements: [Element] = []) {
    self.init(sorted: elements.sorted())
  }

  /// Creates a list of elements that are in order. O(n).
  public init(sorted elements: [Element]) {
    count = elements.count
    // Half full, so that there is room for changes.
    let length = Self.capacity / 2
    chunks = stride(from: 0, to: elements.count, by: length).map { start in
      Chunk(Array(elements[start..<min(start + length, elements.count)]))
    }
  }

  /// Removes elements that the list has, and then inserts those that it does not have. O(number of
  /// changes and of chunks, and length of the chunks that change).
  public mutating func change(removing removed: [Element] = [], inserting inserted: [Element]) {
    var (removed, inserted) = (removed.sorted()[...], inserted.sorted()[...])
    if removed.isEmpty, inserted.isEmpty { return }
    let old = chunks
    chunks = []
    chunks.reserveCapacity(old.count + 1)
    for (place, chunk) in old.enumerated() {
      let last = place == old.count - 1 ? nil : chunk.elements.last
      let (out, new) = (removed.take(upTo: last), inserted.take(upTo: last))
      if out.isEmpty, new.isEmpty {
        chunks.append(chunk)
      } else {
        append(chunk.elements.merged(with: new, without: out))
      }
    }
    // The list was empty.
    append([].merged(with: inserted, without: []))
    count = chunks.reduce(0) { $0 + $1.elements.count }
  }

  /// Appends the elements of a chunk, which may be too many or too few for one.
  private mutating func append(_ elements: [Element]) {
    var elements = elements
    if let last = chunks.last, last.elements.count + elements.count <= Self.capacity / 2 {
      chunks.removeLast()
      elements = last.elements + elements
    }
    guard elements.count > Self.capacity else {
      if !elements.isEmpty { chunks.append(Chunk(elements)) }
      return
    }
    chunks += SortedList(sorted: elements).chunks
  }

  /// Returns the elements at positions, which have to be within the list.
  public subscript(range: Range<Int>) -> [Element] {
    var result: [Element] = []
    result.reserveCapacity(range.count)
    var start = 0
    for chunk in chunks where start < range.upperBound {
      let end = start + chunk.elements.count
      let common = range.clamped(to: start..<end)
      result += chunk.elements[common.lowerBound - start..<common.upperBound - start]
      start = end
    }
    return result
  }

  /// Returns the position of an element; `nil` if the list does not have it.
  public func rank(of element: Element) -> Int? {
    // The first chunk that does not end before the element.
    let place = chunks.end { chunk in chunk.elements.last.map { $0 < element } ?? false }
    guard place < chunks.count else { return nil }
    let elements = chunks[place].elements
    let index = elements.end { $0 < element }
    guard index < elements.count, elements[index] == element else { return nil }
    return chunks[..<place].reduce(0) { $0 + $1.elements.count } + index
  }
}

extension ArraySlice where Element: Comparable {
  /// Removes the elements up to one; all of them for `nil`.
  fileprivate mutating func take(upTo last: Element?) -> ArraySlice {
    let end = last.map { last in firstIndex { last < $0 } ?? endIndex } ?? endIndex
    defer { self = self[end...] }
    return self[..<end]
  }
}

extension Array where Element: Comparable {
  /// Returns the elements without some and with others; all are in order.
  fileprivate func merged(
    with others: ArraySlice<Element>, without removed: ArraySlice<Element>
  ) -> [Element] {
    var (result, others, removed) = ([Element](), others, removed)
    result.reserveCapacity(count + others.count)
    func add(_ element: Element) {
      if result.last != element { result.append(element) }
    }
    for element in self {
      while let first = others.first, first < element { add(others.removeFirst()) }
      while let first = removed.first, first < element { removed.removeFirst() }
      if removed.first != element { add(element) }
    }
    others.forEach(add)
    return result
  }
}

extension Array {
  /// Returns the index after the elements that satisfy a condition, which come first.
  fileprivate func end(where isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
