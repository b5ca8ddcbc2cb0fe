import Synchronization

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
