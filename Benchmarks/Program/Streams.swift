import ArgumentParser
import Foundation
import Glibc

/// `streams`: opens many live pages, makes a change, and measures when each page
/// receives it.
///
/// The client polls on one thread, so that it has little influence on the
/// results. It connects only to 127.0.0.0/8.
struct Streams: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open live pages of a server, and measure when a change reaches them.")

  @Option(help: "The number of streams.")
  var count = 10_000

  @Option(help: "The number of different pages.")
  var pages = 100

  @Argument(help: "The port of a local server.")
  var port: Int

  func run() throws {
    let ids = (0..<pages).map { "fish-\($0)" }
    for id in ids { try add(id, name: "Fish \(id)", to: "Fish") }
    let targets = try ids.map { id in
      let target = "/animals?category=Fish&animal=\(id)"
      return try live(of: target)
    }
    let client = StreamClient(port: port)
    for number in 0..<count { try client.open(targets[number % targets.count]) }
    try client.read(until: { client.opened == count }, seconds: 60)
    report("open", ["streams": "\(client.opened)"])
    try pause()

    let poller = PagePoller(port: port, target: "/animals?category=Bird")
    try poller.poll {
      usleep(300_000)
      client.expectEvents()
      let start = ContinuousClock.now
      try add("mammal", name: "Tapir", to: "Mammal")
      try client.read(until: { client.notified == count }, seconds: 20)
      let times = client.arrivals.map { ($0 - start) / .milliseconds(1) }.sorted()
      report(
        "change",
        [
          "heard": "\(times.count)", "p50_ms": figure(times, 50), "p99_ms": figure(times, 99),
          "max_ms": figure(times, 100), "bytes": "\(client.received / max(1, count))",
        ])
      usleep(300_000)
    }
    let times = poller.milliseconds.sorted()
    report(
      "pages",
      ["requests": "\(times.count)", "p50_ms": figure(times, 50), "p99_ms": figure(times, 99)])

    // Half of the clients disconnect.
    client.close(count / 2)
    report("closed", ["streams": "\(count / 2)"])
    let deadline = ContinuousClock.now + .seconds(31)
    try client.read(until: { ContinuousClock.now > deadline }, seconds: 40)
    report("waited", ["seconds": "31"])
    try pause()
    // The calling program stops the server now.
    try client.read(until: { client.ended >= count / 2 }, seconds: 20)
    report("ended", ["streams": "\(client.ended)", "told_when": "\(client.retries)"])
  }

  /// Prints results as a line of JSON for the calling program.
  private func report(_ phase: String, _ figures: [String: String]) {
    let parts = figures.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
    let line = "{\"what\": \"\(phase)\", \(parts.joined(separator: ", "))}\n"
    FileHandle.standardOutput.write(Data(line.utf8))
  }

  /// Waits for a line, while the calling program inspects the server.
  private func pause() throws {
    guard readLine() != nil else { throw Failure("the standard input was closed") }
  }

  private func figure(_ sorted: [Double], _ percentile: Int) -> String {
    guard !sorted.isEmpty else { return "null" }
    return String(format: "%.1f", sorted[min(sorted.count - 1, sorted.count * percentile / 100)])
  }

  private func add(_ id: String, name: String, to category: String) throws {
    let body =
      "id=\(id)&name=\(name.replacing(" ", with: "+"))&diet=Omnivore&categoryId=\(category)"
    let socket = try Connection(port: port)
    let response = try socket.exchange(
      """
      POST /animals/animalEditor/onTapAddAnimalButton HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Content-Type: application/x-www-form-urlencoded\r
      Content-Length: \(body.utf8.count)\r
      \r
      \(body)
      """)
    guard response.hasPrefix("HTTP/1.1 303") else {
      throw Failure("the animal was not added: \(response)")
    }
  }

  /// Returns the target of the stream of a page, with the version of the page.
  private func live(of target: String) throws -> String {
    let page = try Connection(port: port).exchange(
      "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
    let expression = try Regex("data-live=\"([^\"]+)\" data-version=\"([0-9a-f]+)\"")
    guard let match = page.firstMatch(of: expression),
      let live = match.output[1].substring, let version = match.output[2].substring
    else { throw Failure("\(target) is not a live page") }
    return live.replacing("&amp;", with: "&") + "&version=\(version)"
  }
}
