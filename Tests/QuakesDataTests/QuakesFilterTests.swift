import HashTreeCollections
import Testing

@testable import QuakesData

@Suite struct QuakesFilterTests {
  @Test(arguments: QuakesAction.each)
  func `Some actions can change the quakes`(_ action: QuakesAction) {
    let included: Set<ActionCase> = [
      .onTapDeleteSelected, .onTapDeleteAll, .localDidFetchQuakesSuccess,
      .remoteDidFetchQuakesSuccess, .remoteDidFetchFeed,
    ]
    for state in [QuakesState(), .loaded] {
      let isIncluded = QuakesFilter.filterQuakes()(state, action)
      #expect(isIncluded == included.contains(ActionCase(action)))
    }
  }

  @Test(arguments: [QuakesAction.delete("elm"), .local([]), .remote([])])
  func `The case of an action decides`(_ action: QuakesAction) {
    #expect(QuakesFilter.filterQuakes()(.loaded, action))
  }

  /// Nor do refreshes of any range.
  @Test(arguments: QuakesFeed.Range.allCases)
  func `Refreshing changes no quakes yet`(_ range: QuakesFeed.Range) {
    let isIncluded = QuakesFilter.filterQuakes()(.loaded, .refresh(range))
    #expect(!isIncluded)
  }

  @Test(arguments: QuakesAction.each, everyStatus)
  func `Actions that are left out change no quakes`(_ action: QuakesAction, _ status: Status?)
    throws
  {
    let before = QuakesState.loaded.with {
      $0.quakes.status = status
      $0.ledger.isLoaded = false
    }
    let after = try QuakesReducer.reduce(state: before, action: action)
    let isIncluded = QuakesFilter.filterQuakes()(before, action)
    #expect(isIncluded || after.quakes.data == before.quakes.data)
  }
}
