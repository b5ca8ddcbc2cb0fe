import Foundation

/// How long ago something was, as in "5 min ago".
func age(of moment: Date, at now: Date) -> String {
  let seconds = now.timeIntervalSince(moment)
  switch seconds {
  case ..<(-60): return "in the future"
  case ..<60: return "just now"
  case ..<3_600: return "\(Int(seconds / 60)) min ago"
  case ..<86_400: return "\(Int(seconds / 3_600)) hr ago"
  case ..<(86_400 * 100_000):
    let days = Int(seconds / 86_400)
    return days == 1 ? "1 day ago" : "\(days) days ago"
  default: return "long ago"
  }
}
