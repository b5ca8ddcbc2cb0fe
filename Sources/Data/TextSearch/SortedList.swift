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
/// A change copies one chunk, and the elements at a position are found without a look at those
/// before them: both take O(√n) time.
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
/// list.insert(Rank(points: 5))
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

  /// Inserts an element, unless the list has it.
  public mutating func insert(_ element: Element) {
    guard !chunks.isEmpty else {
      self = SortedList(sorted: [element])
      return
    }
    let place = min(chunk(of: element), chunks.count - 1)
    var elements = chunks[place].elements
    let index = elements.index(of: element)
    if index < elements.count, elements[index] == element { return }
    elements.insert(element, at: index)
    count += 1
    if elements.count > Self.capacity {
      let middle = elements.count / 2
      let halves = [elements[..<middle], elements[middle...]]
      chunks.replaceSubrange(place...place, with: halves.map { Chunk(Array($0)) })
    } else {
      chunks[place] = Chunk(elements)
    }
  }

  /// Removes an element, if the list has it.
  public mutating func remove(_ element: Element) {
    guard let (place, index) = position(of: element) else { return }
    var elements = chunks[place].elements
    elements.remove(at: index)
    count -= 1
    let next = place + 1
    if elements.isEmpty {
      chunks.remove(at: place)
    } else if next < chunks.count,
      elements.count + chunks[next].elements.count <= Self.capacity / 2
    {
      chunks.replaceSubrange(place...next, with: [Chunk(elements + chunks[next].elements)])
    } else {
      chunks[place] = Chunk(elements)
    }
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
    position(of: element).map { place, index in
      chunks[..<place].reduce(0) { $0 + $1.elements.count } + index
    }
  }

  /// Returns the index of the first chunk that does not end before an element.
  private func chunk(of element: Element) -> Int {
    var (low, high) = (0, chunks.count)
    while low < high {
      let middle = (low + high) / 2
      if let last = chunks[middle].elements.last, last < element {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  private func position(of element: Element) -> (chunk: Int, index: Int)? {
    let place = chunk(of: element)
    guard place < chunks.count else { return nil }
    let index = chunks[place].elements.index(of: element)
    guard index < chunks[place].elements.count, chunks[place].elements[index] == element else {
      return nil
    }
    return (place, index)
  }
}

extension Array where Element: Comparable {
  /// Returns the index of the first element that does not come before another one.
  fileprivate func index(of element: Element) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
