import ArgumentParser
import Foundation
import Markup

/// `render`: how long the page takes, by the presenters and by hand.
struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Render a page of 100 rows, by the presenters and by hand in turns.")

  @Option(help: "The package's folder.")
  var root = "."

  @Option(help: "How many turns.")
  var rounds = 9

  @Option(help: "How many pages a turn.")
  var pages = 2_000

  func run() throws {
    let page = try SamplePage(root: URL(filePath: root, directoryHint: .isDirectory))
    let expected = page.rendered()
    var raw = RawPage(capacity: expected.count + 4096)
    raw.render(page)
    guard expected.withUnsafeBytes({ $0.elementsEqual(raw.bytes) }) else {
      throw Failure("the page by hand is another one")
    }

    var byPresenter: [Double] = []
    var byHand: [Double] = []
    for _ in 0..<rounds {
      byPresenter.append(time { for _ in 0..<pages { _ = page.rendered() } })
      byHand.append(time { for _ in 0..<pages { raw.render(page) } })
    }
    let ratios = zip(byPresenter, byHand).map(/).sorted()
    func middle(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    func microseconds(_ value: Double) -> String { String(format: "%.1f", value) }
    print(
      """
      {"bytes": \(expected.count), "rounds": \(rounds), "pages": \(pages), \
      "presenters_us": \(microseconds(middle(byPresenter))), \
      "by_hand_us": \(microseconds(middle(byHand))), \
      "ratio": \(String(format: "%.2f", middle(ratios)))}
      """)
  }

  /// Microseconds a page.
  private func time(_ work: () -> Void) -> Double {
    let duration = ContinuousClock().measure(work)
    return duration / .microseconds(1) / Double(pages)
  }
}
