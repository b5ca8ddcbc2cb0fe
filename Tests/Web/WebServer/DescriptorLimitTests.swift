import Foundation
import Glibc
import TestSupport
import Testing

@testable import WebServer

/// The adjustment of the limit on open files.
@Suite("Limit on open files")
struct DescriptorLimitTests {
  @Test(arguments: [
    (10_000, 20_000, 10_000), (10_000, 10_512, 10_000), (10_000, 10_511, 9_999),
    (10_000, 1_024, 512), (10_000, 256, 128), (10_000, 0, 1), (40, 1_024, 40),
  ])
  func `The number of connections depends on the limit on descriptors`(
    wanted: Int, descriptors: Int, expected: Int
  ) {
    #expect(DescriptorLimit.connections(wanted, within: descriptors) == expected)
  }

  /// In a separate process, because it changes the limits of the process.
  @Test func `The soft limit is raised up to the hard limit`() async {
    await #expect(processExitsWith: .success) {
      let log = RecordedLog()
      setDescriptorLimit(soft: 1_000, hard: 2_000)
      #expect(DescriptorLimit.raise(for: 1_200, logger: log.logger) == 1_200)
      #expect(descriptorLimit() == 1_712)
      #expect(log.lines == [])
      #expect(DescriptorLimit.raise(for: 10_000, logger: log.logger) == 1_488)
      #expect(descriptorLimit() == 2_000)
      #expect(log.lines.count == 1)
      let line = log.lines.first ?? ""
      #expect(line.hasPrefix("warning the system's limit on open files"))
      #expect(line.hasSuffix("connections=1488 limit=2000 needed=10512 wanted=10000"))
      // The limit is never reduced.
      #expect(DescriptorLimit.raise(for: 10, logger: log.logger) == 10)
      #expect(descriptorLimit() == 2_000)
    }
  }
}

private func setDescriptorLimit(soft: UInt, hard: UInt) {
  var limit = rlimit(rlim_cur: soft, rlim_max: hard)
  setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}

private func descriptorLimit() -> UInt {
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  return limit.rlim_cur
}
