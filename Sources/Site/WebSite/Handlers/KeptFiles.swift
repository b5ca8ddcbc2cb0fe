import ImmutableUI
import Synchronization

/// The files that visitors have posted, for a while: the form that confirms what was checked, or
/// that is sent again after signing in, names its file by the digest of the content.
package final class KeptFiles: Sendable {
  /// The name of the value with a file.
  package static let fileName = "file"
  /// The name of the value with the digest of a file that was posted before.
  package static let digestName = "checked"
  /// The time for which a file is kept.
  package static let minutes = 15

  /// The maximum number of files, of all clients and of one.
  private static let limit = 64
  private static let limitPerClient = 2

  private struct File: Sendable {
    let digest: String
    let text: String
    let client: String
    let expiry: Double
  }

  private let bytes: Int
  private let now: @Sendable () -> Double
  /// The files, the oldest first.
  private let files = Mutex<[File]>([])

  /// - Parameters:
  ///   - bytes: the maximum size of all files.
  ///   - now: the seconds of a monotonic clock.
  init(bytes: Int, now: @escaping @Sendable () -> Double = monotonicSeconds) {
    self.bytes = bytes
    self.now = now
  }

  /// Keeps a file, and forgets the oldest ones of the client and of all others where there are
  /// too many.
  func keep(_ text: String, of client: String) {
    let digest = digest(of: text)
    let time = now()
    let file = File(
      digest: digest, text: text, client: client, expiry: time + Double(Self.minutes * 60))
    files.withLock { files in
      files.removeAll { $0.expiry <= time || $0.digest == digest }
      let own = files.indices.filter { files[$0].client == client }
      if own.count >= Self.limitPerClient { files.remove(at: own[0]) }
      files.append(file)
      var size = files.reduce(0) { $0 + $1.text.utf8.count }
      while size > bytes || files.count > Self.limit {
        size -= files.removeFirst().text.utf8.count
      }
    }
    Task { [weak self] in
      // Its memory is freed even if no other file comes.
      try? await Task.sleep(for: .seconds(Self.minutes * 60 + 1))
      self?.removeExpired()
    }
  }

  private func removeExpired() {
    let time = now()
    files.withLock { files in files.removeAll { $0.expiry <= time } }
  }

  /// Returns the file with a digest; `nil` if it is not kept any more.
  func text(with digest: String) -> String? {
    let time = now()
    return files.withLock { files in
      files.first { $0.digest == digest && $0.expiry > time }?.text
    }
  }
}
