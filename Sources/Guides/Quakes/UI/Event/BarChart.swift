import ImmutableUI
import Look
import Markup
import QuakesData

/// A chart of numbers as columns over an axis: one at each place, or those of two filters.
struct BarChart: Component, Hashable {
  let name: String
  /// The zone in which the columns by time are counted, named after the chart; `nil` without such
  /// columns. The script of the site writes clock times in the zone of the visitor, and asks for
  /// the page in that zone if days or months are counted.
  var zone: String?
  /// The `id` of the name, by which links are grouped; `nil` for a picture without links.
  var id: String?
  let bars: [Bar]
  var width = 320.0
  /// The height of the largest column.
  var columnHeight = 64.0
  /// The height of the labels.
  var labelHeight = 18.0
  /// The path of lines over the time that is not loaded; `nil` for none.
  var hatching: String?

  /// The columns at a place of the axis.
  struct Bar: Hashable, Sendable {
    /// The label below the columns, if there is room for it.
    let name: String
    let columns: [Column]
    /// The start as in ISO 8601, by which the script of the site writes the label in the zone of
    /// the visitor; `nil` without a clock time.
    var time: String?
    /// True if the number of an empty column is known, and shown.
    var showsZero = false
    /// The list of what is counted here; its label describes the number.
    var link: Link?

    var isEmpty: Bool { columns.allSatisfy { $0.count == 0 } }
  }

  struct Column: Hashable, Sendable {
    let count: Int
    /// The CSS class of the colour or pattern.
    let style: String?
  }

  /// The maximum number of bars that are wide enough for their numbers.
  static let numberedBars = 16

  /// Returns the number above a column; `nil` if there is no room for it, or it is not known.
  func number(above column: Column, of bar: Bar) -> String? {
    bars.count <= Self.numberedBars && (column.count > 0 || bar.showsZero)
      ? grouped(column.count) : nil
  }

  /// The maximum number of labels below the columns.
  private var room: Int {
    let longest = bars.map(\.name.count).max() ?? 0
    return Int(width / (longest > 6 ? 80 : longest > 4 ? 53 : 25))
  }

  /// True if the columns are named by clock times, not by days or months.
  private var hasClockTimes: Bool { bars.contains { $0.time != nil } }

  /// The position of the axis, below the largest column and its number.
  private var bottom: Double { columnHeight + 14 }
  private var height: Double { bottom + labelHeight }

  /// The chart in words, for those who do not see it.
  private var words: String {
    "\(name): "
      + bars.filter { !$0.isEmpty }.map { bar in
        "\(bar.name): \(bar.columns.map { grouped($0.count) }.joined(separator: " and "))"
      }.joined(separator: "; ")
  }

  var body: some HTML {
    figure {
      figcaption {
        name
        if let zone {
          ", "
          span { zone }.data("times", hasClockTimes ? "" : nil)
            .data("days", hasClockTimes ? nil : "")
        }
      }
      .id(id)
      if let id {
        div { drawing }.role("group").aria(.labelledby, id)
      } else {
        drawing
      }
    }
    .class("chart")
  }

  private var drawing: some HTML {
    let step = max((bars.count + room - 1) / room, 1)
    let most = bars.flatMap(\.columns).map(\.count).max() ?? 0
    return svg {
      if let hatching { path { title { "Not loaded" } }.d(hatching) }
      ForEach(bars.enumerated()) { number, bar in
        Place(
          chart: self, bar: bar, number: number, isNamed: number % step == 0, most: Double(most))
      }
    }
    .viewBox(ViewBox(0, 0, width, height))
    .role(id == nil ? "img" : nil).aria(.label, id == nil ? words : nil)
  }

  private struct Place: Component {
    let chart: BarChart
    let bar: Bar
    let number: Int
    let isNamed: Bool
    /// The largest number of the chart.
    let most: Double

    var body: some HTML {
      let width = chart.width / Double(chart.bars.count)
      let left = tenths(Double(number) * width)
      if let link = bar.link {
        a {
          // Makes the whole column clickable.
          rect().x(left).y(0).width(tenths(width)).height(chart.height)
          columns(at: left, width: tenths(width))
        }
        .href(link.href).aria(.label, link.label).data("time", bar.time)
        .aria(.current, link.isCurrent ? "true" : nil)
      } else {
        columns(at: left, width: tenths(width))
      }
    }

    @HTMLBuilder
    private func columns(at left: Double, width: Double) -> some HTML {
      let isPair = bar.columns.count > 1
      let gap = isPair ? width * 0.1 : min(3, tenths(width / 8))
      let column = tenths(isPair ? width * 0.38 : width - 2 * gap)
      let (bottom, middle) = (chart.bottom, tenths(left + width / 2))
      ForEach(bar.columns.enumerated()) { side, item in
        let x = tenths(left + gap + Double(side) * width * 0.42)
        let height = height(of: item.count)
        if item.count > 0 {
          // As a path it is shorter than as a rectangle, which has a top, too.
          path().class(item.style)
            .d(
              "M\(shortNumber(x)) \(shortNumber(bottom))v-\(shortNumber(height))"
                + "h\(shortNumber(column))V\(shortNumber(bottom))z")
        }
        if let number = chart.number(above: item, of: bar) {
          text { number }.x(isPair ? tenths(x + column / 2) : middle)
            .y(tenths(bottom - 4 - height))
        }
      }
      if isNamed { text { bar.name }.x(middle).y(bottom + 13).data("time", bar.time) }
    }

    /// Returns the height of a column. The smallest one is visible, too.
    private func height(of count: Int) -> Double {
      guard count > 0 else { return 0 }
      return max(1, tenths(chart.columnHeight * Double(count) / most))
    }
  }
}

/// Returns a number rounded to one decimal.
func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
