import ArgumentParser
import Foundation
import Glibc

/// `streams`: opens many live pages, has one thing changed, and times when
/// each of them hears of it.
///
/// One thread that polls, so that the client is not what is measured. It
/// speaks to 127.0.0.0/8 only.
struct Streams: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open live pages of a server, and time how a change reaches them.")

  @Option(help: "How many streams.")
  var count = 10_000

  @Option(help: "On how many addresses.")
  var pages = 100

  @Argument(help: "The port of a server on this machine.")
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
    try client.read(until: { client.greeted == count }, seconds: 60)
    report("open", ["streams": "\(client.greeted)"])
    try pause()

    let looker = PageLooker(port: port, target: "/animals?category=Bird")
    try looker.whileLooking {
      usleep(300_000)
      client.expectEvents()
      let start = ContinuousClock.now
      try add("mammal", name: "Tapir", to: "Mammal")
      try client.read(until: { client.heard == count }, seconds: 20)
      let times = client.arrivals.map { ($0 - start) / .milliseconds(1) }.sorted()
      report(
        "change",
        [
          "heard": "\(times.count)", "p50_ms": figure(times, 50), "p99_ms": figure(times, 99),
          "max_ms": figure(times, 100), "bytes": "\(client.received / max(1, count))",
        ])
      usleep(300_000)
    }
    let looks = looker.milliseconds.sorted()
    report(
      "pages",
      ["requests": "\(looks.count)", "p50_ms": figure(looks, 50), "p99_ms": figure(looks, 99)])

    // Half of them go without a word.
    client.close(count / 2)
    report("closed", ["streams": "\(count / 2)"])
    let deadline = ContinuousClock.now + .seconds(31)
    try client.read(until: { ContinuousClock.now > deadline }, seconds: 40)
    report("waited", ["seconds": "31"])
    try pause()
    // The server is stopped now, and says goodbye.
    try client.read(until: { client.ended >= count / 2 }, seconds: 20)
    report("ended", ["streams": "\(client.ended)", "told_when": "\(client.farewells)"])
  }

  /// Says what was seen, for the program that runs this one.
  private func report(_ what: String, _ figures: [String: String]) {
    let parts = figures.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
    let line = "{\"what\": \"\(what)\", \(parts.joined(separator: ", "))}\n"
    FileHandle.standardOutput.write(Data(line.utf8))
  }

  /// Waits for a line, so that the other program can look at the server.
  private func pause() throws {
    guard readLine() != nil else { throw Failure("nobody listens any more") }
  }

  private func figure(_ sorted: [Double], _ part: Int) -> String {
    guard !sorted.isEmpty else { return "null" }
    return String(format: "%.1f", sorted[min(sorted.count - 1, sorted.count * part / 100)])
  }

  private func add(_ id: String, name: String, to category: String) throws {
    let body =
      "id=\(id)&name=\(name.replacing(" ", with: "+"))&diet=Omnivore&categoryId=\(category)"
    let socket = try Connection(port: port)
    let answer = try socket.exchange(
      """
      POST /animals/animalEditor/onTapAddAnimalButton HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Content-Type: application/x-www-form-urlencoded\r
      Content-Length: \(body.utf8.count)\r
      \r
      \(body)
      """)
    guard answer.hasPrefix("HTTP/1.1 303") else { throw Failure("not added: \(answer)") }
  }

  /// The address of the stream of a page, with the version it shows.
  private func live(of target: String) throws -> String {
    let page = try Connection(port: port).exchange(
      "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
    let expression = try Regex("data-live=\"([^\"]+)\" data-version=\"([0-9a-f]+)\"")
    guard let match = page.firstMatch(of: expression),
      let live = match.output[1].substring, let version = match.output[2].substring
    else { throw Failure("\(target) is no live page") }
    return live.replacing("&amp;", with: "&") + "&version=\(version)"
  }
}
