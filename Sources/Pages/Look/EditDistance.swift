/// Returns the Levenshtein distance of two words: the least number of bytes to
/// insert, delete or replace to turn one into the other. O(n·m) time.
///
/// https://en.wikipedia.org/wiki/Levenshtein_distance
public func editDistance(from first: String, to second: String) -> Int {
  let second = Array(second.utf8)
  var row = Array(0...second.count)
  for (line, letter) in first.utf8.enumerated() {
    var diagonal = row[0]
    row[0] = line + 1
    for (column, other) in second.enumerated() {
      let change = diagonal + (letter == other ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(change, row[column] + 1, row[column + 1] + 1)
    }
  }
  return row[second.count]
}
