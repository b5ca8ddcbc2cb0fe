import Synchronization

/// What can be cancelled as one: an effect with an id, or all of a child's.
///
/// It is closed first, which keeps its actions from being reduced, and
/// stopped later: cancelling a task runs code of the effect, for which no store
/// may be locked.
final class EffectScope: Sendable {
  private struct Current {
    var isClosed = false
    var task: Task<Void, Never>?
  }

  private let parent: EffectScope?
  private let current = Mutex(Current())
  private let onDeinit: @Sendable () -> Void

  init(in parent: EffectScope? = nil, onDeinit: @escaping @Sendable () -> Void = {}) {
    self.parent = parent
    self.onDeinit = onDeinit
  }

  deinit {
    onDeinit()
  }

  /// Whether nothing more may come from it.
  var isClosed: Bool {
    current.withLock { $0.isClosed } || parent?.isClosed == true
  }

  /// From now on nothing comes from it.
  func close() {
    current.withLock { $0.isClosed = true }
  }

  /// Cancels its task. It must be closed before.
  func stop() {
    current.withLock { $0.task }?.cancel()
  }

  /// Does work in a task of its own, once in its life.
  @discardableResult
  func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    let task = Task {
      await work()
      // A scope can be found as long as it is there.
      withExtendedLifetime(self) {}
    }
    let isClosed = current.withLock { current in
      current.task = task
      return current.isClosed
    }
    if isClosed { task.cancel() }
    return task
  }

  /// Does work in a task of its own, and waits for it.
  func run(_ work: @escaping @Sendable () async -> Void) async {
    let task = start(work)
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
