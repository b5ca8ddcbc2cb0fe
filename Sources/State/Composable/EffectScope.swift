import Synchronization

/// A group of effects that is cancelled together: the effects with one id, or
/// all effects of a child.
///
/// A scope is closed first, which prevents its actions from being reduced, and
/// stopped later: cancelling a task runs code of the effect, and no store may
/// be locked while that happens.
final class EffectScope: Sendable {
  private struct Current {
    var hasBegun = false
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

  /// True if no further actions are accepted from the scope or its parent.
  var isClosed: Bool {
    current.withLock { $0.isClosed } || parent?.isClosed == true
  }

  /// True if its effect has begun: it does not wait for its turn in a sequence.
  var hasBegun: Bool { current.withLock { $0.hasBegun } }

  /// Marks its effect as begun.
  func begin() {
    current.withLock { $0.hasBegun = true }
  }

  /// True if cancelling the other scope cancels this one.
  func isInside(_ other: EffectScope) -> Bool {
    self === other || parent?.isInside(other) == true
  }

  /// Rejects all further actions.
  func close() {
    current.withLock { $0.isClosed = true }
  }

  /// Cancels the task. The scope must be closed.
  func stop() {
    current.withLock { $0.task }?.cancel()
  }

  /// Runs the work in a task, once per scope.
  @discardableResult
  func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    let task = Task {
      await work()
      // `EffectScopes` finds a scope only while it is retained.
      withExtendedLifetime(self) {}
    }
    let isClosed = current.withLock { current in
      current.task = task
      return current.isClosed
    }
    if isClosed { task.cancel() }
    return task
  }

  /// Runs the work in a task, and waits for it.
  func run(_ work: @escaping @Sendable () async -> Void) async {
    let task = start(work)
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }
}

/// The scopes of one store's effects, by path.
///
/// It references them weakly: a scope exists while its effect runs or one of
/// its actions is queued.
final class EffectScopes: Sendable {
  private struct Reference {
    weak var scope: EffectScope?
  }

  private struct Current {
    var lastID = 0
    var references: [EffectPath: [Int: Reference]] = [:]
  }

  private let current = Mutex(Current())

  /// The number of scopes.
  var count: Int {
    current.withLock { $0.references.values.reduce(0) { $0 + $1.count } }
  }

  func open(at path: EffectPath, in parent: EffectScope) -> EffectScope {
    let id = current.withLock { current in
      current.lastID += 1
      return current.lastID
    }
    let scope = EffectScope(in: parent) { [weak self] in self?.remove(id, at: path) }
    current.withLock { $0.references[path, default: [:]][id] = Reference(scope: scope) }
    return scope
  }

  /// Closes all scopes at a path, and returns them so that the caller can stop
  /// them.
  func close(at path: EffectPath) -> [EffectScope] {
    close(at: path) { _ in true }
  }

  /// Closes the scopes at a path whose effects are in flight: they have begun. Those
  /// around the scope that takes their place stay open.
  func closeInFlight(at path: EffectPath, for successor: EffectScope) -> [EffectScope] {
    close(at: path) { $0.hasBegun && !successor.isInside($0) }
  }

  private func close(
    at path: EffectPath, where isClosing: (EffectScope) -> Bool
  ) -> [EffectScope] {
    // The scopes are released outside the lock, because their `deinit` acquires
    // it.
    let scopes = current.withLock { current in
      var closed: [EffectScope] = []
      current.references[path] = current.references[path]?.filter { _, reference in
        guard let scope = reference.scope else { return false }
        if !isClosing(scope) { return true }
        closed.append(scope)
        return false
      }
      if current.references[path]?.isEmpty == true { current.references[path] = nil }
      return closed
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

  private func remove(_ id: Int, at path: EffectPath) {
    current.withLock { current in
      current.references[path]?[id] = nil
      if current.references[path]?.isEmpty == true { current.references[path] = nil }
    }
  }
}
