/// How many letters have to be put in, left out or changed to make one word
/// of another.
///
/// https://en.wikipedia.org/wiki/Levenshtein_distance
public func edits(from first: String, to second: String) -> Int {
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
