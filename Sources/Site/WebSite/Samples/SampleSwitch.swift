import ImmutableData
import ImmutableUI

/// The choice to show samples in place of missing data, which all visitors share.
///
/// It is in memory: after a restart, samples are shown only if the settings say
/// so. Pages depend on this store as on those of the guides.
struct SampleSwitch: Sendable {
  /// An event of the switch, which is also a component of its address.
  enum Event: String, CaseIterable, Hashable, Sendable {
    case show, hide
  }

  private let store: Store<Bool, Event>
  /// True if visitors can turn samples on. They cannot if several instances
  /// share their data, since the others are not notified.
  let isOffered: Bool

  init(isOn: Bool = false, isOffered: Bool = true) {
    store = Store(initialState: isOn) { _, event in event == .show }
    self.isOffered = isOffered
  }

  /// True if samples are shown in place of missing data.
  var isOn: Bool { store.snapshot.state }

  /// The dependency of a page on the switch.
  var dependency: PageDependencies { PageDependencies(of: store, at: store.snapshot) }

  func makeRevisions() -> AsyncStream<Int> { store.makeRevisions() }

  func perform(_ event: Event) async throws { try await store.dispatch(action: event) }
}
