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

/// The scopes of one store's effects, by their paths.
///
/// It does not keep them: a scope is there as long as its effect runs, or an
/// action of it waits.
final class EffectScopes: Sendable {
  private struct Reference {
    weak var scope: EffectScope?
  }

  private struct Current {
    var lastNumber = 0
    var references: [EffectPath: [Int: Reference]] = [:]
  }

  private let current = Mutex(Current())

  /// How many there are.
  var count: Int {
    current.withLock { $0.references.values.reduce(0) { $0 + $1.count } }
  }

  func open(at path: EffectPath, in parent: EffectScope) -> EffectScope {
    let number = current.withLock { current in
      current.lastNumber += 1
      return current.lastNumber
    }
    let scope = EffectScope(in: parent) { [weak self] in self?.remove(number, at: path) }
    current.withLock { $0.references[path, default: [:]][number] = Reference(scope: scope) }
    return scope
  }

  /// Closes all at the path, and returns them to be stopped.
  func close(at path: EffectPath) -> [EffectScope] {
    // What is returned is let go of outside of the lock, which its end takes.
    let scopes = current.withLock { current in
      (current.references.removeValue(forKey: path) ?? [:]).values.compactMap(\.scope)
    }
    for scope in scopes { scope.close() }
    return scopes
  }

  func stopAll() {
    let scopes = current.withLock { current in
      defer { current.references = [:] }
      return current.references.values.flatMap { $0.values.compactMap(\.scope) }
    }
    for scope in scopes {
      scope.close()
      scope.stop()
    }
  }

  private func remove(_ number: Int, at path: EffectPath) {
    current.withLock { current in
      current.references[path]?[number] = nil
      if current.references[path]?.isEmpty == true { current.references[path] = nil }
    }
  }
}
