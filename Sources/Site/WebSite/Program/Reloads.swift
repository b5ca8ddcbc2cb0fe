import Foundation
import Glibc
import Synchronization

/// The reloads of files by the running program.
///
/// Commands ask for a reload by SIGHUP. The program writes the outcome of each to a file in its
/// data folder, for the commands that wait for it.
final class Reloads: Sendable {
  /// The last reload.
  struct Last: Codable {
    /// The number of reloads that have begun.
    var number = 0
    var isInProgress = false
    /// The sentences of what failed.
    var failures: [String] = []
  }

  private struct State {
    var last = Last()
    var lastSuccess = Date.now
    /// The file. No other descriptor of it is opened in this process: closing one would end the
    /// lock.
    var file: FileHandle?

    /// Writes the last reload. A reader that comes in between sees invalid JSON.
    func write() {
      guard let file, let data = try? JSONEncoder().encode(last) else { return }
      try? file.truncate(atOffset: 0)
      try? file.write(contentsOf: data)
    }
  }

  private static let name = "fieldguide.reload"
  private let state = Mutex(State())
  /// The reload that was asked for last.
  private let newest = Mutex<Task<Void, Never>?>(nil)

  /// True unless something failed in the last reload.
  var isLastComplete: Bool { state.withLock { $0.last.failures.isEmpty } }

  /// The time of the last complete reload, or of the start.
  var lastSuccess: Date { state.withLock { $0.lastSuccess } }

  /// Lets commands ask for reloads, from now on. SIGHUP must have been trapped.
  ///
  /// A folder that cannot be written has no outcomes.
  func begin(in folder: URL) {
    let file = open(Self.file(in: folder), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return }
    // Readers learn from this lock which process writes the file.
    var lock = Self.lock
    guard fcntl(file, F_SETLK, &lock) == 0 else {
      close(file)
      return
    }
    state.withLock { state in
      state.file = FileHandle(fileDescriptor: file, closeOnDealloc: true)
      state.write()
    }
  }

  /// Performs a reload, after those that were asked for before.
  ///
  /// - Parameter reload: returns the sentences of what failed.
  func perform(_ reload: @escaping @Sendable () async -> [String]) async {
    let task = newest.withLock { newest in
      let task = Task { [self, previous = newest] in
        await previous?.value
        note { last in (last.number, last.isInProgress) = (last.number + 1, true) }
        let failures = await reload()
        note { last in (last.failures, last.isInProgress) = (failures, false) }
      }
      newest = task
      return task
    }
    await task.value
  }

  private func note(_ change: (inout Last) -> Void) {
    state.withLock { state in
      change(&state.last)
      if !state.last.isInProgress, state.last.failures.isEmpty { state.lastSuccess = .now }
      state.write()
    }
  }

  private static func file(in folder: URL) -> String { folder.appending(path: name).path }

  /// A lock of the whole file.
  private static var lock: Glibc.flock {
    var lock = Glibc.flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    return lock
  }
}

// MARK: Commands

/// The outcome of a reload that a command asked for.
enum ReloadOutcome: Equatable {
  case complete
  /// The sentences of what failed. What the program had before stays in use.
  case failed([String])
  /// No program serves the data folder.
  case notRunning
}

extension Reloads {
  /// Asks the program that serves a data folder to reload its files, and waits for the outcome.
  ///
  /// The reload begins after the call.
  ///
  /// - Parameters:
  ///   - folder: the data folder.
  ///   - patience: the maximum time to wait.
  /// - Throws: `SettingsError` if the program cannot be asked, or does not answer.
  static func request(
    in folder: URL, patience: Duration = .seconds(30)
  ) async throws -> ReloadOutcome {
    let file = open(file(in: folder), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else {
      guard errno == EACCES else { return .notRunning }
      throw SettingsError(
        "the data folder \(folder.path) cannot be read; run the command as the user of the "
          + "program, or as root.")
    }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    var lock = lock
    guard fcntl(file, F_GETLK, &lock) == 0, lock.l_type == Int16(F_WRLCK), lock.l_pid > 0 else {
      return .notRunning
    }
    let deadline = ContinuousClock.now + patience
    let before = try await last(in: handle, until: deadline) { _ in true }
    guard kill(lock.l_pid, SIGHUP) == 0 else {
      if errno == ESRCH { return .notRunning }
      throw SettingsError(
        "the program (process \(lock.l_pid)) belongs to another user; run the command as that "
          + "user, or as root.")
    }
    let last = try await last(in: handle, until: deadline) {
      $0.number > before.number && !$0.isInProgress
    }
    return last.failures.isEmpty ? .complete : .failed(last.failures)
  }

  /// Waits until the last reload meets a condition.
  private static func last(
    in file: FileHandle, until deadline: ContinuousClock.Instant, _ condition: (Last) -> Bool
  ) async throws -> Last {
    while ContinuousClock.now < deadline {
      try file.seek(toOffset: 0)
      if let data = try file.readToEnd(),
        let last = try? JSONDecoder().decode(Last.self, from: data),
        condition(last)
      {
        return last
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw SettingsError("the program did not reload its files in time; see its log.")
  }
}
