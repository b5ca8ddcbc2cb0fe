import HashTreeCollections
import ImmutableData
import Testing

@testable import QuakesData

@Suite struct QuakesFilterTests {
  @Test(arguments: QuakesAction.each)
  func `The filter accepts actions that can change the quakes`(_ action: QuakesAction) {
    let included: Set<ActionCase> = [.loaded, .log]
    for state in [QuakesState(), .loaded] {
      let isIncluded = QuakesFilter.filterQuakes()(state, action)
      #expect(isIncluded == included.contains(ActionCase(action)))
    }
  }

  @Test(arguments: [QuakesAction.data(.loaded(QuakesState())), .data(.log([]))])
  func `The filter depends only on the case of an action`(_ action: QuakesAction) {
    #expect(QuakesFilter.filterQuakes()(.loaded, action))
  }

  /// Refreshes of any range change nothing until they succeed.
  @Test(arguments: QuakesFeed.Range.allCases)
  func `The filter rejects the start of a refresh`(_ range: QuakesFeed.Range) {
    let isIncluded = QuakesFilter.filterQuakes()(.loaded, .refresh(range))
    #expect(!isIncluded)
  }

  @Test(arguments: QuakesAction.each, allStatuses)
  func `Rejected actions change no quakes`(_ action: QuakesAction, _ status: Status?)
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
