import ImmutableData

struct TidesState: Hashable, Sendable {
  var tides: Tides?
  /// The progress of the last request; `nil` before the first.
  var status: Status?

  @Sendable static func reduce(state: Self, action: TidesAction) -> Self {
    var state = state
    switch action {
    case .onTapRefreshButton: state.status = .waiting
    case .didStore(let tides): (state.tides, state.status) = (tides, .success)
    case .didFail(let error): state.status = .failure(error: error)
    }
    return state
  }
}

enum TidesAction: Hashable, Sendable {
  case onTapRefreshButton
  /// Tides were fetched, by any instance of the program, or were kept from an earlier run.
  case didStore(Tides)
  case didFail(error: String)
}
