import Foundation
import Glibc

extension MetricsText {
  /// Writes what the system knows of this process, under the names that all
  /// programs use for it. What cannot be read is left out.
  package mutating func process() {
    if let fields = Self.statusFields {
      let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
      counter(
        "process_cpu_seconds_total", "Processor time taken, of the user and of the system.",
        (fields[11] + fields[12]) / ticks)
      gauge(
        "process_resident_memory_bytes", "Memory in use.",
        fields[21] * Double(sysconf(Int32(_SC_PAGESIZE))))
      gauge("process_virtual_memory_bytes", "Memory that has addresses.", fields[20])
      gauge("process_threads", "Threads.", fields[17])
      gauge(
        "process_start_time_seconds", "When the process began, in seconds since 1970.",
        Self.bootTime + fields[19] / ticks)
    }
    if let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
      // The folder itself is open while it is read.
      gauge("process_open_fds", "Open files and sockets.", Double(open - 1))
    }
    var limit = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
      gauge(
        "process_max_fds", "How many files and sockets may be open.", Double(limit.rlim_cur))
    }
  }

  /// What follows the name in proc_pid_stat(5); the first is the state.
  private static var statusFields: [Double]? {
    guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ").map { Double($0) ?? 0 }
    return fields.count > 21 ? fields : nil
  }

  /// When the machine began, in seconds since 1970. A unit that is shut in
  /// cannot read it from /proc/stat.
  private static var bootTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Date.now.timeIntervalSince1970 - Double(time.tv_sec) - Double(time.tv_nsec) / 1e9
  }
}
