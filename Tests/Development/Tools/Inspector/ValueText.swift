#if DEBUG
import Foundation
import HashTreeCollections

/// The lines that describe a value of any type, or the difference of two.
///
/// The parts of a value are found by reflection. Of each collection at most
/// `limit` elements are described, or `limit` that differ.
struct ValueText {
  private(set) var lines: [String] = []
  /// The number of elements beyond the limit.
  private(set) var omittedCount = 0
  private let limit: Int

  /// Describes a value.
  init(_ value: Any, limit: Int) {
    self.limit = limit
    write(value)
  }

  /// Describes what differs in two values; no lines if they are equal. O(n) for
  /// n elements of collections that differ.
  init(from old: Any, to new: Any, limit: Int) {
    self.limit = limit
    writeDifference(old, new)
  }

  // MARK: Values

  /// Writes a value, each part in a line of its own.
  private mutating func write(_ value: Any, label: String = "", indent: Int = 0, mark: String = " ")
  {
    switch Shape(value) {
    case .leaf(let text):
      line(label + text, indent, mark)
    case .group(let group):
      guard !group.parts.isEmpty else {
        return line(label + group.open + group.close, indent, mark)
      }
      line(label + group.open, indent, mark)
      let shown = group.kind == .value ? Int.max : limit
      var parts = Array(group.parts.prefix(shown))
      if group.kind == .unordered {
        parts = inOrder(parts) { $0.label.isEmpty ? keyText($0.value) : $0.label }
      }
      for part in parts { write(part.value, label: part.label, indent: indent + 1, mark: mark) }
      omittedCount += max(0, group.parts.count - shown)
      line(group.close, indent, mark)
    }
  }

  private mutating func line(_ text: String, _ indent: Int, _ mark: String) {
    lines.append("\(mark) \(String(repeating: "  ", count: indent))\(text)")
  }

  // MARK: Differences

  /// Writes the parts that differ, within the lines of the values that contain
  /// them.
  private mutating func writeDifference(
    _ old: Any, _ new: Any, label: String = "", indent: Int = 0
  ) {
    if areEqual(old, new) { return }
    let start = lines.count
    switch (Shape(old), Shape(new)) {
    case (.group(let before), .group(let after)) where before.open == after.open:
      line(label + after.open, indent, " ")
      let first = lines.count
      if let (changes, omitted) = differences(old, new) {
        omittedCount += omitted
        for change in changes {
          writeChange(change.old, change.new, label: change.label, indent: indent + 1)
        }
      } else {
        for (before, after) in zip(before.parts, after.parts) {
          writeDifference(before.value, after.value, label: after.label, indent: indent + 1)
        }
        // Elements at the end of a list whose elements cannot be compared.
        for part in before.parts.dropFirst(after.parts.count) {
          writeChange(part.value, nil, label: part.label, indent: indent + 1)
        }
        for part in after.parts.dropFirst(before.parts.count) {
          writeChange(nil, part.value, label: part.label, indent: indent + 1)
        }
      }
      if lines.count == first {
        lines.removeSubrange(start...)
      } else {
        line(after.close, indent, " ")
      }
    case (.leaf(let before), .leaf(let after)) where before == after: break
    default: writeChange(old, new, label: label, indent: indent, isReplaced: true)
    }
  }

  private mutating func writeChange(
    _ old: Any?, _ new: Any?, label: String, indent: Int, isReplaced: Bool = false
  ) {
    if let old, let new, !isReplaced {
      return writeDifference(old, new, label: label, indent: indent)
    }
    if let old { write(old, label: label, indent: indent, mark: "-") }
    if let new { write(new, label: label, indent: indent, mark: "+") }
  }

  /// Returns the elements that differ in two collections, at most `limit`, and
  /// the number of the others; `nil` for other values.
  private func differences(
    _ old: Any, _ new: Any
  ) -> (changes: [ElementChange], omitted: Int)? {
    guard
      var all = (old as? any KeyedElements)?.changes(to: new)
        ?? (old as? any UniqueElements)?.changes(to: new) ?? listChanges(old, new)
    else { return nil }
    let omitted = max(0, all.count - limit)
    all.removeLast(omitted)
    return (inOrder(all.map { $0() }, by: \.order), omitted)
  }
}

/// The form in which a value is described.
private enum Shape {
  /// A value without parts.
  case leaf(String)
  case group(Group)

  struct Group {
    let open: String
    let parts: AnyCollection<(label: String, value: Any)>
    let close: String
    var kind = Kind.value
  }

  enum Kind {
    case value, list
    /// A collection whose order differs between processes, so it is sorted.
    case unordered
  }

  init(_ value: Any) {
    let mirror = Mirror(reflecting: value)
    switch value {
    case let text as String:
      self = .leaf(text.debugDescription)
      return
    case is Date, is URL, is UUID, is Decimal, is Duration, is Data:
      self = .leaf(String(describing: value))
      return
    default: break
    }
    switch mirror.displayStyle {
    case .optional:
      self = mirror.children.first.map { Shape($0.value) } ?? .leaf("nil")
    case .enum:
      guard let content = mirror.children.first else {
        self = .leaf(".\(value)")
        return
      }
      self = .group(
        Group(open: ".\(content.label ?? "")(", parts: Self.payload(content.value), close: ")"))
    case .struct, .class:
      let type = String(reflecting: type(of: value)).split(separator: ".", maxSplits: 1).last ?? ""
      self = .group(Group(open: "\(type)(", parts: Self.labelled(mirror.children), close: ")"))
    case .tuple:
      self = .group(Group(open: "(", parts: Self.labelled(mirror.children), close: ")"))
    case .collection, .set:
      self = .group(
        Group(
          open: "[",
          parts: AnyCollection(mirror.children.lazy.map { (label: "", value: $0.value) }),
          close: "]",
          kind: mirror.displayStyle == .set ? .unordered : .list))
    case .dictionary:
      self = .group(
        Group(
          open: "[",
          parts: AnyCollection(
            mirror.children.lazy.map { entry in
              let pair = Array(Mirror(reflecting: entry.value).children)
              return (label: "\(keyText(pair[0].value)): ", value: pair[1].value)
            }), close: "]", kind: .unordered))
    default: self = .leaf(String(describing: value))
    }
  }

  /// Returns the associated values of a case.
  private static func payload(_ value: Any) -> AnyCollection<(label: String, value: Any)> {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .tuple
      ? labelled(mirror.children) : AnyCollection([(label: "", value: value)])
  }

  private static func labelled(
    _ children: Mirror.Children
  ) -> AnyCollection<(label: String, value: Any)> {
    AnyCollection(
      children.map { child in
        // A value without a label is called “.0”.
        let label = child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
        return (label, child.value)
      })
  }
}

/// Returns the description of a value in one line.
private func keyText(_ key: Any) -> String {
  ValueText(key, limit: 20).lines.map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ")
}

/// Returns true if two values are of the same type and equal; false if their type
/// cannot be compared.
private func areEqual(_ old: Any, _ new: Any) -> Bool {
  guard let old = old as? any Equatable else { return false }
  func equals<Value: Equatable>(_ old: Value) -> Bool { (new as? Value) == old }
  return equals(old)
}

private func inOrder<Part>(_ parts: [Part], by order: (Part) -> String) -> [Part] {
  parts.map { (order($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
}

/// An element that was added, removed or changed. Those of a list have no order
/// of their own.
private typealias ElementChange = (order: String, label: String, old: Any?, new: Any?)

/// A collection with unique keys.
private protocol KeyedElements {
  associatedtype Key: Hashable
  associatedtype Value
  associatedtype Keys: Sequence<Key>
  var keys: Keys { get }
  subscript(key: Key) -> Value? { get }
}

extension Dictionary: KeyedElements {}
extension TreeDictionary: KeyedElements {}

extension KeyedElements {
  /// Returns what differs in another collection of the same type. The changes are
  /// described only if they are shown.
  func changes(to other: Any) -> [() -> ElementChange]? {
    guard let new = other as? Self else { return nil }
    func change(_ key: Key) -> () -> ElementChange {
      {
        let label = "\(keyText(key)): "
        return (label, label, self[key], new[key])
      }
    }
    let removed = keys.filter { new[$0] == nil }
    let others = new.keys.filter { key in
      guard let value = new[key], let earlier = self[key] else { return true }
      return !areEqual(earlier, value)
    }
    return (removed + others).map(change)
  }
}

/// A set.
private protocol UniqueElements: Sequence where Element: Hashable {
  func contains(_ element: Element) -> Bool
}

extension Set: UniqueElements {}
extension TreeSet: UniqueElements {}

extension UniqueElements {
  func changes(to other: Any) -> [() -> ElementChange]? {
    guard let new = other as? Self else { return nil }
    return filter { !new.contains($0) }.map { element in { (keyText(element), "", element, nil) } }
      + new.filter { !self.contains($0) }.map { element in { (keyText(element), "", nil, element) }
      }
  }
}

/// Returns the elements that only one of two lists contains; `nil` if the values
/// are no lists of hashable elements.
private func listChanges(_ old: Any, _ new: Any) -> [() -> ElementChange]? {
  guard let old = old as? [AnyHashable], let new = new as? [AnyHashable] else { return nil }
  let (before, after) = (Set(old), Set(new))
  return old.filter { !after.contains($0) }.map { element in { ("", "", element.base, nil) } }
    + new.filter { !before.contains($0) }.map { element in { ("", "", nil, element.base) } }
}

/// Returns the number of elements of all collections in a value, at most a limit;
/// `nil` if there are more. O(limit).
func elementCount(in value: Any, atMost limit: Int) -> Int? {
  let mirror = Mirror(reflecting: value)
  let isCollection = [.collection, .set, .dictionary].contains(mirror.displayStyle)
  var count = isCollection ? mirror.children.count : 0
  guard count <= limit else { return nil }
  for child in mirror.children {
    guard let inside = elementCount(in: child.value, atMost: limit - count) else { return nil }
    count += inside
  }
  return count
}
#endif
