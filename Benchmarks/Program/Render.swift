import ArgumentParser
import Foundation
import Markup

/// `render`: measures rendering a page, by the presenters and by hand.
struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Render a page of 100 rows, alternately by the presenters and by hand.")

  @Option(help: "The folder of the package.")
  var root = "."

  @Option(help: "The number of rounds.")
  var rounds = 9

  @Option(help: "The number of pages per round.")
  var pages = 2_000

  func run() throws {
    let page = try SamplePage(root: URL(filePath: root, directoryHint: .isDirectory))
    let expected = page.rendered()
    var raw = RawPage(capacity: expected.count + 4096)
    raw.render(page)
    guard expected.withUnsafeBytes({ $0.elementsEqual(raw.bytes) }) else {
      throw Failure("the pages of both renderers differ")
    }

    var byPresenter: [Double] = []
    var byHand: [Double] = []
    for _ in 0..<rounds {
      byPresenter.append(time { for _ in 0..<pages { _ = page.rendered() } })
      byHand.append(time { for _ in 0..<pages { raw.render(page) } })
    }
    let ratios = zip(byPresenter, byHand).map(/).sorted()
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    func microseconds(_ value: Double) -> String { String(format: "%.1f", value) }
    print(
      """
      {"bytes": \(expected.count), "rounds": \(rounds), "pages": \(pages), \
      "presenters_us": \(microseconds(median(byPresenter))), \
      "by_hand_us": \(microseconds(median(byHand))), \
      "ratio": \(String(format: "%.2f", median(ratios)))}
      """)
  }

  /// Returns the microseconds per page.
  private func time(_ work: () -> Void) -> Double {
    let duration = ContinuousClock().measure(work)
    return duration / .microseconds(1) / Double(pages)
  }
}
