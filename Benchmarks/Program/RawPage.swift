import Glibc

/// A hand-written renderer of the same page, the reference for the presenters: a
/// loop that formats numbers and times directly into a buffer.
struct RawPage: ~Copyable {
  private let base: UnsafeMutablePointer<UInt8>
  private(set) var count = 0

  /// - Parameter capacity: The size of the buffer; must suffice for the page.
  init(capacity: Int) {
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  mutating func render(_ page: borrowing SamplePage) {
    count = 0
    append(page.head)
    for quake in page.quakes { append(quake) }
    append(page.tail)
  }

  private mutating func append(_ quake: borrowing RawQuake) {
    append("<li id=\"q-")
    append(escaping: quake.id)
    append("\"><a class=\"row\" title=\"")
    append(escaping: quake.name)
    append("\" href=\"/quakes?date=any&amp;quake=")
    append(escaping: quake.id)
    append("#q-")
    append(escaping: quake.id)
    append("\"><span class=\"mag ")
    append(escaping: quake.colour)
    append("\" data-magnitude=\"")
    append(number: quake.tenths / 10)
    append(".")
    append(number: quake.tenths % 10)
    append("\"><span class=\"vh\">Magnitude </span>")
    append(number: quake.tenths / 10)
    append(".")
    append(number: quake.tenths % 10)
    append("</span><span class=\"row-text\"><span class=\"row-name\" dir=\"auto\">")
    append(escaping: quake.name)
    append("</span><span class=\"row-note\">No reports")
    if quake.depth > 70 {
      append(" · ")
      append(number: quake.depth)
      append(" km deep")
    }
    append("</span></span><span class=\"row-end\">")
    append(ago: SamplePage.now - quake.time)
    append("<small><time datetime=\"")
    append(time: quake.time)
    append("</time></small></span></a></li>")
  }

  private mutating func append(time seconds: Int) {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    append(number: Int(parts.tm_year) + 1900)
    append("-")
    append(twoDigits: Int(parts.tm_mon) + 1)
    append("-")
    append(twoDigits: Int(parts.tm_mday))
    append("T")
    append(minute: parts)
    append(":")
    append(twoDigits: Int(parts.tm_sec))
    append("Z\">")
    if SamplePage.now - seconds >= 86_400 {
      append(day: parts)
      append(", ")
    }
    append(minute: parts)
  }

  private mutating func append(day parts: tm) {
    append(number: Int(parts.tm_mday))
    append(" ")
    append(Self.months[Int(parts.tm_mon)])
  }

  private mutating func append(minute parts: tm) {
    append(twoDigits: Int(parts.tm_hour))
    append(":")
    append(twoDigits: Int(parts.tm_min))
  }

  private mutating func append(ago seconds: Int) {
    switch seconds {
    case ..<60: append("just now")
    case ..<3_600:
      append(number: seconds / 60)
      append(" min ago")
    case ..<86_400:
      append(number: seconds / 3_600)
      append(" hr ago")
    case ..<172_800: append("1 day ago")
    default:
      append(number: seconds / 86_400)
      append(" days ago")
    }
  }

  private static let months: [StaticString] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  @inline(__always)
  private mutating func append(_ literal: StaticString) {
    memcpy(base + count, literal.utf8Start, literal.utf8CodeUnitCount)
    count += literal.utf8CodeUnitCount
  }

  private mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      guard let source = bytes.baseAddress else { return }
      memcpy(base + count, source, bytes.count)
    }
    count += bytes.count
  }

  private mutating func append(escaping text: String) {
    var text = text
    text.withUTF8 { bytes in
      for byte in bytes {
        switch byte {
        case 0x26: append("&amp;")
        case 0x3C: append("&lt;")
        case 0x3E: append("&gt;")
        case 0x22: append("&quot;")
        case 0x27: append("&#39;")
        default:
          base[count] = byte
          count += 1
        }
      }
    }
  }

  private mutating func append(twoDigits number: Int) {
    base[count] = 0x30 + UInt8(number / 10)
    base[count + 1] = 0x30 + UInt8(number % 10)
    count += 2
  }

  private mutating func append(number: Int) {
    var divisor = 1
    while number / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      base[count] = 0x30 + UInt8(number / divisor % 10)
      count += 1
      divisor /= 10
    }
  }
}
