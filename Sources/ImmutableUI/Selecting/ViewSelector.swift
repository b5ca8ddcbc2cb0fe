/// Picks one thing that an output depends on, and tells whether it changed.
public struct DependencySelector<State: Sendable, Dependency: Sendable>: Sendable {
  let select: @Sendable (State) -> Dependency
  let didChange: @Sendable (Dependency, Dependency) -> Bool

  /// - Parameters:
  ///   - select: picks the dependency.
  ///   - didChange: compares the old one with the new one.
  public init(
    select: @escaping @Sendable (State) -> Dependency,
    didChange: @escaping @Sendable (_ old: Dependency, _ new: Dependency) -> Bool
  ) {
    self.select = select
    self.didChange = didChange
  }
}

extension DependencySelector where Dependency: Equatable {
  /// A dependency that changed when it is not equal to the old one.
  public init(select: @escaping @Sendable (State) -> Dependency) {
    self.init(select: select, didChange: { $0 != $1 })
  }
}

/// Makes what a container asked for, and tells whether it changed.
public struct OutputSelector<State: Sendable, Output: Sendable>: Sendable {
  let select: @Sendable (State) -> Output
  let didChange: @Sendable (Output, Output) -> Bool

  /// - Parameters:
  ///   - select: makes the output.
  ///   - didChange: compares the old one with the new one.
  public init(
    select: @escaping @Sendable (State) -> Output,
    didChange: @escaping @Sendable (_ old: Output, _ new: Output) -> Bool
  ) {
    self.select = select
    self.didChange = didChange
  }
}

extension OutputSelector where Output: Equatable {
  /// An output that changed when it is not equal to the old one.
  public init(select: @escaping @Sendable (State) -> Output) {
    self.init(select: select, didChange: { $0 != $1 })
  }
}

/// A memoised query of a store's state, which containers run through `Select`.
///
/// `ImmutableData.Selector` is the source that is read; this is what is read
/// from it. Two view selectors with the same label, id and output type are the
/// same query: the cache keeps the closures of the first one that runs.
public struct ViewSelector<State: Sendable, Action: Sendable, Output: Sendable>: Sendable {
  let key: SelectorKey
  let filter: (@Sendable (State, Action) -> Bool)?
  let dependencies: (any Dependencies<State>)?
  let output: OutputSelector<State, Output>

  /// A selector that is told from others by its label alone.
  ///
  /// - Parameters:
  ///   - label: the name of the selector in logs.
  ///   - filter: returns whether an action, given the state before it, can
  ///     change the output. It must be cheap, since it runs for every action.
  ///     Without one, each action can.
  ///   - dependencySelector: the parts of the state that the output is computed
  ///     from. While none of them changes the output is not computed again.
  ///     Without any, it always is.
  ///   - outputSelector: computes the output.
  public init<each Dependency: Sendable>(
    label: String,
    filter: (@Sendable (_ oldState: State, _ action: Action) -> Bool)? = nil,
    dependencySelector: repeat DependencySelector<State, each Dependency>,
    outputSelector: OutputSelector<State, Output>
  ) {
    self.key = SelectorKey(label: label, output: Output.self)
    self.filter = filter
    self.dependencies = DependencyPack(repeat each dependencySelector)
    self.output = outputSelector
  }

  /// One of many selectors with the same label, told apart by an id, as that
  /// of an animal. An id that is `nil` is an id. See `init(label:…)`.
  public init<each Dependency: Sendable>(
    id: some Hashable & Sendable,
    label: String,
    filter: (@Sendable (_ oldState: State, _ action: Action) -> Bool)? = nil,
    dependencySelector: repeat DependencySelector<State, each Dependency>,
    outputSelector: OutputSelector<State, Output>
  ) {
    self.key = SelectorKey(label: label, id: id, output: Output.self)
    self.filter = filter
    self.dependencies = DependencyPack(repeat each dependencySelector)
    self.output = outputSelector
  }
}

extension ViewSelector {
  /// The name of the selector in logs.
  public var label: String { key.label }

  /// The label without the id that some contain.
  var kind: String { String(key.label.prefix { $0 != "(" }) }
}

/// The identity of a selector in a cache.
struct SelectorKey: Hashable, Sendable {
  let label: String
  private let id: ID?
  private let output: ObjectIdentifier

  init(label: String, output: Any.Type) {
    self.label = label
    self.id = nil
    self.output = ObjectIdentifier(output)
  }

  init(label: String, id: some Hashable & Sendable, output: Any.Type) {
    self.label = label
    self.id = ID(value: id)
    self.output = ObjectIdentifier(output)
  }

  /// The id as text, for observers.
  var idDescription: String? {
    id.map { id in
      let mirror = Mirror(reflecting: id.value)
      guard mirror.displayStyle == .optional else { return String(describing: id.value) }
      return mirror.children.first.map { String(describing: $0.value) } ?? "nil"
    }
  }

  /// `AnyHashable`, kept sendable.
  private struct ID: Hashable, Sendable {
    let value: any Hashable & Sendable

    static func == (left: ID, right: ID) -> Bool {
      AnyHashable(left.value) == AnyHashable(right.value)
    }

    func hash(into hasher: inout Hasher) {
      value.hash(into: &hasher)
    }
  }
}
