/// A part of the state that the output of a selector is computed from, or the output itself, and
/// the comparison that detects a change.
///
/// ```swift
/// struct Zoo: Sendable { var names = ["Otter"] }
///
/// let names = DependencySelector<Zoo, [String]>(select: { $0.names })
/// let count = DependencySelector<Zoo, Int>(
///   select: { $0.names.count }, didChange: { old, new in old != new })
/// print(type(of: names), type(of: count))
/// ```
public struct DependencySelector<State: Sendable, Dependency: Sendable>: Sendable {
  let select: @Sendable (State) -> Dependency
  let didChange: @Sendable (Dependency, Dependency) -> Bool

  /// - Parameters:
  ///   - select: Returns the dependency.
  ///   - didChange: Returns true if the new value differs from the old one.
  public init(
    select: @escaping @Sendable (State) -> Dependency,
    didChange: @escaping @Sendable (_ old: Dependency, _ new: Dependency) -> Bool
  ) {
    self.select = select
    self.didChange = didChange
  }
}

extension DependencySelector where Dependency: Equatable {
  /// Creates a dependency that changes when it is not equal to its previous
  /// value.
  public init(select: @escaping @Sendable (State) -> Dependency) {
    self.init(select: select, didChange: { $0 != $1 })
  }
}

/// The computation of a selector's output, and the comparison that detects a
/// change.
///
/// ```swift
/// let sorted = OutputSelector<[String], [String]>(select: { $0.sorted() })
/// let selector = ViewSelector<[String], String, [String]>(label: "sorted", outputSelector: sorted)
/// print(Select(state: ["b", "a"])(selector))  // ["a", "b"]
/// ```
public typealias OutputSelector = DependencySelector

/// A memoised query of a store's state, which containers run through `Select`.
///
/// ```swift
/// struct Zoo: Sendable { var names = ["Otter", "Gibbon"] }
/// enum Action: Sendable { case didAdd(String), gateOpened }
///
/// let sortedNames = ViewSelector<Zoo, Action, [String]>(
///   label: "sortedNames",
///   filter: { _, action in if case .didAdd = action { true } else { false } },
///   dependencySelector: DependencySelector(select: { $0.names }),
///   outputSelector: OutputSelector(select: { $0.names.sorted() }))
/// print(Select(state: Zoo())(sortedNames))  // ["Gibbon", "Otter"]
/// ```
///
/// `ImmutableData.Selector` is the store to query; a view selector is the
/// query. Two view selectors with the same label, id and output type are the
/// same query: the cache stores the closures of the first one that runs.
public struct ViewSelector<State: Sendable, Action: Sendable, Output: Sendable>: Sendable {
  let key: SelectorKey
  let filter: (@Sendable (State, Action) -> Bool)?
  let dependencies: (any Dependencies<State>)?
  let output: OutputSelector<State, Output>

  /// Creates a selector that is identified by its label, and by an id if several have the label.
  ///
  /// - Parameters:
  ///   - id: The id, such as that of an animal. A `nil` value is a valid id.
  ///   - label: The name of the selector in logs.
  ///   - filter: Returns true if an action, given the state before it, can
  ///     change the output. It must be cheap, since it runs for every action.
  ///     Without a filter, every action can change the output.
  ///   - dependencySelector: The parts of the state that the output is computed
  ///     from. The output is computed again only if one of them has changed.
  ///     Without any, it is computed after every action that passes the filter.
  ///   - outputSelector: Computes the output.
  public init<ID: Hashable & Sendable, each Dependency: Sendable>(
    id: ID = NoID(), label: String,
    filter: (@Sendable (_ oldState: State, _ action: Action) -> Bool)? = nil,
    dependencySelector: repeat DependencySelector<State, each Dependency>,
    outputSelector: OutputSelector<State, Output>
  ) {
    self.key = SelectorKey(name: .label(label), id: id, output: Output.self)
    self.filter = filter
    self.dependencies = DependencyPack(repeat each dependencySelector)
    self.output = outputSelector
  }
}

extension ViewSelector where Output: Equatable {
  /// Creates a selector that is identified by the declaration that creates it: its
  /// label is “SelectSortedNames” in a property `sortedNames`.
  ///
  /// ```swift
  /// struct Zoo: Sendable { var names = ["Otter", "Gibbon"] }
  /// enum Action: Sendable { case didAdd(String), gateOpened }
  ///
  /// extension ViewSelector where State == Zoo, Action == Action {
  ///   static var sortedNames: ViewSelector<Zoo, Action, [String]> {
  ///     .init(dependency: { $0.names }, select: { $0.names.sorted() })
  ///   }
  /// }
  /// ```
  ///
  /// In a function `book(isbn:)` the label is “SelectBook(isbn: 3)”.
  ///
  /// - Parameters:
  ///   - id: The argument of a function, which tells its selectors apart.
  ///   - declaration: The name of the declaration.
  ///   - filter: See `init(label:…)`.
  ///   - dependency: Returns the part of the state that the output is computed
  ///     from.
  ///   - select: Returns the output.
  public init<ID: Hashable & Sendable, Dependency: Equatable & Sendable>(
    id: ID = NoID(), declaration: StaticString = #function,
    filter: (@Sendable (_ oldState: State, _ action: Action) -> Bool)? = nil,
    dependency: @escaping @Sendable (State) -> Dependency,
    select: @escaping @Sendable (State) -> Output
  ) {
    self.key = SelectorKey(
      name: .declaration(.init(name: declaration)), id: id, output: Output.self)
    self.filter = filter
    self.dependencies = DependencyPack(DependencySelector(select: dependency))
    self.output = OutputSelector(select: select)
  }

  /// Creates a selector without dependencies: see `init(id:declaration:…)`. Its
  /// output is computed after every action that passes the filter, which for a
  /// single value costs less than to compare dependencies.
  ///
  /// - Parameters:
  ///   - id: The argument of a function, which tells its selectors apart.
  ///   - declaration: The name of the declaration.
  ///   - filter: See `init(label:…)`.
  ///   - select: Returns the output.
  public init<ID: Hashable & Sendable>(
    id: ID = NoID(), declaration: StaticString = #function,
    filter: (@Sendable (_ oldState: State, _ action: Action) -> Bool)? = nil,
    select: @escaping @Sendable (State) -> Output
  ) {
    self.key = SelectorKey(
      name: .declaration(.init(name: declaration)), id: id, output: Output.self)
    self.filter = filter
    self.dependencies = nil
    self.output = OutputSelector(select: select)
  }
}

/// The id of a selector without arguments: its declaration is a property.
public struct NoID: Hashable, Sendable {
  /// Creates the only value.
  public init() {}
}

extension ViewSelector {
  /// The name of the selector in logs.
  public var label: String { key.label }

  /// The label without an embedded id, which all selectors of one kind share.
  var kind: String { key.kind }
}

/// The identity of a selector in a cache.
struct SelectorKey: Hashable, Sendable {
  private let name: Name
  private let id: ID?
  private let output: ObjectIdentifier

  init(name: Name, id: some Hashable & Sendable, output: Any.Type) {
    self.name = name
    self.id = id is NoID ? nil : ID(value: id)
    self.output = ObjectIdentifier(output)
  }

  enum Name: Hashable {
    case label(String)
    case declaration(Declaration)
  }

  /// The name of a declaration, which is compared without being copied.
  struct Declaration: Hashable, Sendable {
    let name: StaticString

    /// The name of the function, and those of its arguments.
    var parts: [Substring] { name.description.split { "(:)".contains($0) } }

    static func == (left: Declaration, right: Declaration) -> Bool {
      left.name.withUTF8Buffer { left in
        right.name.withUTF8Buffer { left.elementsEqual($0) }
      }
    }

    func hash(into hasher: inout Hasher) {
      name.withUTF8Buffer { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  var label: String {
    switch name {
    case .label(let label): return label
    case .declaration(let declaration):
      guard let id = idDescription else { return kind }
      let argument =
        declaration.parts.dropFirst().first.flatMap { $0 == "_" ? nil : "\($0): " } ?? ""
      return "\(kind)(\(argument)\(id))"
    }
  }

  /// The label without an id, whose description may be long.
  var kind: String {
    switch name {
    case .label(let label): String(label.prefix { $0 != "(" })
    case .declaration(let declaration):
      "Select\(declaration.parts[0].prefix(1).uppercased())\(declaration.parts[0].dropFirst())"
    }
  }

  /// The id as text.
  private var idDescription: String? {
    id.map { id in
      let mirror = Mirror(reflecting: id.value)
      guard mirror.displayStyle == .optional else { return String(describing: id.value) }
      return mirror.children.first.map { String(describing: $0.value) } ?? "nil"
    }
  }

  /// A sendable `AnyHashable`.
  private struct ID: Hashable, Sendable {
    let value: any Hashable & Sendable

    static func == (left: ID, right: ID) -> Bool {
      AnyHashable(left.value) == AnyHashable(right.value)
    }

    func hash(into hasher: inout Hasher) {
      // Values of different types that are equal have equal hashes only as
      // `AnyHashable`.
      AnyHashable(value).hash(into: &hasher)
    }
  }
}
