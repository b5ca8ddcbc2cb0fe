import Synchronization

/// A cache of the files that are displayed within pages, such as drawings. The
/// oldest ones are evicted.
final class FileCache: Sendable {
  private struct State {
    var files: [String: (response: CachedResponse, size: Int)] = [:]
    /// The keys, the oldest one first.
    var keys: [String] = []
    var bytes = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: the maximum size of all files in bytes, without their
  ///   compressed variants.
  init(limit: Int = 16 << 20) {
    self.limit = limit
  }

  subscript(key: String) -> CachedResponse? { state.withLock { $0.files[key]?.response } }

  /// Stores a file. Returns the one that another request has stored already, if
  /// there is one.
  ///
  /// - Parameter key: names the file and its version.
  func store(_ file: CachedResponse, at key: String) -> CachedResponse {
    let size = file.size
    return state.withLock { state in
      if let known = state.files[key] { return known.response }
      guard size <= limit / 4 else { return file }
      // A compressed variant is created later: its size must not be subtracted.
      state.files[key] = (file, size)
      state.keys.append(key)
      state.bytes += size
      while state.bytes > limit, !state.keys.isEmpty {
        state.bytes -= state.files.removeValue(forKey: state.keys.removeFirst())?.size ?? 0
      }
      return file
    }
  }
}
