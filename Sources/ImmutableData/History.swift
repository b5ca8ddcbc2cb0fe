/// The last few actions and the states before them, in a ring.
///
/// It lets a reader that knows one revision learn what happened since,
/// without a subscription of its own. It is bounded because every entry keeps
/// an old state alive (which shares most of its structure with the new one).
struct History<Element> {
  private var elements: [Element] = []
  private let capacity: Int
  /// The number of elements ever appended: the revision of the newest one.
  private(set) var revision = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 0)
  }

  /// Appends an element, and hands out the one that is forgotten for it, so
  /// that the caller can let go of it where nobody waits.
  mutating func append(_ element: Element) -> Element? {
    defer { revision += 1 }
    guard elements.count == capacity else {
      elements.append(element)
      return nil
    }
    guard capacity > 0 else { return element }
    let forgotten = elements[revision % capacity]
    elements[revision % capacity] = element
    return forgotten
  }

  /// The elements that led from one revision to another, oldest first; `nil`
  /// where some of them are forgotten or yet to come. O(their number).
  func elements(after first: Int, through last: Int) -> [Element]? {
    guard first <= last, last <= revision, first >= revision - elements.count else { return nil }
    return (first..<last).map { elements[$0 % capacity] }
  }
}
