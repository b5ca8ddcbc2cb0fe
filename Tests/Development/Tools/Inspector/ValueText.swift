#if DEBUG
import CustomDump
import Look

/// Descriptions of values, in lines of limited number and length.
///
/// Of a large collection only some elements are described, so that it does not matter how many
/// a state contains.
enum ValueText {
  static let maxLines = 400
  static let maxLineLength = 400
  /// The maximum number of elements of a value that is described completely.
  static let maxElements = 200
  /// The maximum number of elements that are described of a collection that has changed.
  static let maxChanges = 20

  /// Returns the description of a value.
  static func lines(of value: Any) -> [String] {
    shortened(isSmall(value) ? String(customDumping: value) : tooMany)
  }

  /// Returns the properties that differ in two values, each with its difference; no lines if
  /// the values are equal.
  static func lines(from old: Any, to new: Any) -> [String] {
    shortened(differences(old, new, of: "").joined(separator: "\n"))
  }

  private static func shortened(_ text: String) -> [String] {
    let lines = text.split(whereSeparator: \.isNewline)
    let shown = lines.prefix(maxLines).map { line in
      line.count > maxLineLength ? "\(line.prefix(maxLineLength))…" : String(line)
    }
    return lines.count > maxLines ? shown + ["The rest is omitted."] : shown
  }

  private static var tooMany: String { "More than \(maxElements) elements are omitted." }

  private static func isSmall(_ value: Any) -> Bool {
    elementCount(in: value, atMost: maxElements) != nil
  }

  /// Returns the differences of the properties of two values, at any depth, each below the name
  /// of the property.
  private static func differences(_ old: Any, _ new: Any, of name: String) -> [String] {
    guard !areEqual(old, new) else { return [] }
    let (before, after) = (Mirror(reflecting: old), Mirror(reflecting: new))
    let style = before.displayStyle
    if style == .struct, !(old is any CustomDumpStringConvertible),
      before.children.map(\.label) == after.children.map(\.label)
    {
      let prefix = name.isEmpty ? "" : "\(name)."
      return zip(before.children, after.children).flatMap {
        differences($0.value, $1.value, of: prefix + ($0.label ?? ""))
      }
    }
    let text: String? =
      if style == .dictionary {
        difference(entries(of: before), entries(of: after))
      } else if isSmall(old), isSmall(new) {
        diff(old, new)
      } else if style == .collection || style == .set {
        difference(elements(of: before), elements(of: after))
      } else {
        tooMany
      }
    return text.map { [name, $0] } ?? []
  }

  /// Returns the difference of two dictionaries in the keys whose values differ.
  private static func difference(
    _ old: [AnyHashable: Any], _ new: [AnyHashable: Any]
  ) -> String? {
    let keys = Set(old.keys).union(new.keys).filter { key in
      guard let before = old[key], let after = new[key] else { return true }
      return !areEqual(before, after)
    }
    let shown = Set(keys.sorted { "\($0)" < "\($1)" }.prefix(maxChanges))
    let text = diff(old.filter { shown.contains($0.key) }, new.filter { shown.contains($0.key) })
    return text.map { $0 + omission(of: keys.count - shown.count) }
  }

  /// Returns the difference of two long lists or sets in the elements that one of them lacks.
  private static func difference(_ old: [AnyHashable], _ new: [AnyHashable]) -> String? {
    let (before, after) = (Set(old), Set(new))
    let removed = old.filter { !after.contains($0) }
    let added = new.filter { !before.contains($0) }
    let (firstRemoved, firstAdded) = (removed.prefix(maxChanges), added.prefix(maxChanges))
    let text = diff(firstRemoved.map(\.base), firstAdded.map(\.base)) ?? tooMany
    return text
      + omission(of: removed.count + added.count - firstRemoved.count - firstAdded.count)
  }

  private static func omission(of count: Int) -> String {
    count > 0 ? "\n  … (\(grouped(count)) more)" : ""
  }

  /// Returns the entries of a dictionary of any type.
  private static func entries(of mirror: Mirror) -> [AnyHashable: Any] {
    mirror.children.reduce(into: [:]) { entries, child in
      guard let entry = child.value as? (key: AnyHashable, value: Any) else { return }
      entries[entry.key] = entry.value
    }
  }

  /// Returns the elements of a list or a set of any type.
  private static func elements(of mirror: Mirror) -> [AnyHashable] {
    mirror.children.compactMap { $0.value as? AnyHashable }
  }

  /// Returns true if two values are of the same type and equal; false if their type
  /// cannot be compared.
  private static func areEqual(_ old: Any, _ new: Any) -> Bool {
    guard let old = old as? any Equatable else { return false }
    func equals<Value: Equatable>(_ old: Value) -> Bool { (new as? Value) == old }
    return equals(old)
  }
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
