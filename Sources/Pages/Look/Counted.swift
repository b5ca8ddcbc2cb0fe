/// Returns a number with its noun, such as "1 animal" or "2,588 earthquakes".
///
/// ```swift
/// print(counted(1, "animal", "animals"))  // 1 animal
/// print(counted(2_588, "earthquake", "earthquakes"))  // 2,588 earthquakes
/// ```
public func counted(_ count: Int, _ one: String, _ many: String) -> String {
  "\(grouped(count)) \(count == 1 ? one : many)"
}

/// Returns an integer with commas between thousands, such as "2,588".
public func grouped(_ number: Int) -> String {
  var digits = String(number.magnitude)
  var groups: [Substring] = []
  while digits.count > 3 {
    groups.insert(digits.suffix(3), at: 0)
    digits.removeLast(3)
  }
  groups.insert(digits[...], at: 0)
  return (number < 0 ? "−" : "") + groups.joined(separator: ",")
}
