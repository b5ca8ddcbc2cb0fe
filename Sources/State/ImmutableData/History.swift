/// A ring buffer of the latest changes of a store.
///
/// A reader that knows a revision uses it to learn what happened since, without
/// a subscription. The capacity is bounded because every element retains an old
/// state, even though that state shares most of its structure with the current
/// one.
struct History<Element> {
  private var elements: [Element] = []
  private let capacity: Int
  /// The number of elements ever appended, which is the revision of the newest
  /// one.
  private(set) var revision = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 0)
  }

  /// Appends an element. Returns the element that it evicts, so that the caller
  /// can release it outside its locks.
  mutating func append(_ element: Element) -> Element? {
    defer { revision += 1 }
    guard elements.count == capacity else {
      elements.append(element)
      return nil
    }
    guard capacity > 0 else { return element }
    let evicted = elements[revision % capacity]
    elements[revision % capacity] = element
    return evicted
  }

  /// Returns the elements between two revisions, oldest first; `nil` if some of
  /// them have been evicted or do not exist yet. O(number of elements).
  func elements(after first: Int, through last: Int) -> [Element]? {
    guard first <= last, last <= revision, first >= revision - elements.count else { return nil }
    return (first..<last).map { elements[$0 % capacity] }
  }
}
