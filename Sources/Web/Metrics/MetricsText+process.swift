import Foundation
import Glibc

extension MetricsText {
  /// Writes the standard process metrics of Prometheus. Values that cannot be
  /// read are omitted.
  public mutating func process() {
    if let fields = Self.statusFields {
      let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
      counter(
        "process_cpu_seconds_total", "Total user and system CPU time in seconds.",
        (fields[11] + fields[12]) / ticks)
      gauge(
        "process_resident_memory_bytes", "Resident memory size in bytes.",
        fields[21] * Double(sysconf(Int32(_SC_PAGESIZE))))
      gauge("process_virtual_memory_bytes", "Virtual memory size in bytes.", fields[20])
      gauge("process_threads", "Number of threads.", fields[17])
      gauge(
        "process_start_time_seconds", "Start time of the process since the Unix epoch in seconds.",
        Self.bootTime + fields[19] / ticks)
    }
    if let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
      // Reading the folder opens one descriptor.
      gauge("process_open_fds", "Number of open file descriptors.", Double(open - 1))
    }
    var limit = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
      gauge(
        "process_max_fds", "Maximum number of open file descriptors.", Double(limit.rlim_cur))
    }
  }

  /// The fields after the name in `/proc/self/stat`, from the state on; see
  /// proc_pid_stat(5).
  private static var statusFields: [Double]? {
    guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ").map { Double($0) ?? 0 }
    return fields.count > 21 ? fields : nil
  }

  /// The boot time in seconds since the Unix epoch. Not from `/proc/stat`, which
  /// a sandboxed service cannot read.
  private static var bootTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Date.now.timeIntervalSince1970 - Double(time.tv_sec) - Double(time.tv_nsec) / 1e9
  }
}
