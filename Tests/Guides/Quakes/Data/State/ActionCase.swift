import Foundation
import Testing
import WebClient

@testable import QuakesData

/// The cases of all actions. The exhaustive switch fails to compile if a case
/// is missing.
enum ActionCase: String, CaseIterable {
  case onAppear, onTapRefresh, onTapDeleteSelected, onTapDeleteAll, onTapRestore, onTapTryAgain
  case onAppearDetail
  case localDidFailToLoadQuakes
  case localDidSaveQuakesSuccess, localDidSaveQuakesFailure, localDidSaveQuakesNotFound
  case remoteDidReceive
  case remoteDidFetchQuakesSuccess, remoteDidFetchQuakesFailure, remoteDidFetchFeed
  case localDidFetchReport, remoteDidFetchReport
  case loaded, log

  init(_ action: QuakesAction) {
    self =
      switch action {
      case .ui(.quakeList(.onAppear)): .onAppear
      case .ui(.quakeList(.onTapRefreshQuakesButton)): .onTapRefresh
      case .ui(.quakeList(.onTapDeleteSelectedQuakeButton)): .onTapDeleteSelected
      case .ui(.quakeList(.onTapDeleteAllQuakesButton)): .onTapDeleteAll
      case .ui(.quakeList(.onTapRestoreQuakesButton)): .onTapRestore
      case .ui(.quakeList(.onTapTryAgainButton)): .onTapTryAgain
      case .ui(.quakeDetail(.onAppear)): .onAppearDetail
      case .data(.persistentSession(.localStore(.didFailToLoadQuakes))): .localDidFailToLoadQuakes
      case .data(.persistentSession(.localStore(.didSaveQuakes(_, .success)))):
        .localDidSaveQuakesSuccess
      case .data(.persistentSession(.localStore(.didSaveQuakes(_, .failure)))):
        .localDidSaveQuakesFailure
      case .data(.persistentSession(.localStore(.didSaveQuakes(_, .notFound)))):
        .localDidSaveQuakesNotFound
      case .data(.persistentSession(.remoteStore(.didReceive))): .remoteDidReceive
      case .data(.persistentSession(.remoteStore(.didFetchQuakes(.success)))):
        .remoteDidFetchQuakesSuccess
      case .data(.persistentSession(.remoteStore(.didFetchQuakes(.failure)))):
        .remoteDidFetchQuakesFailure
      case .data(.persistentSession(.remoteStore(.didFetchFeed))): .remoteDidFetchFeed
      case .data(.persistentSession(.localStore(.didFetchReport))): .localDidFetchReport
      case .data(.persistentSession(.remoteStore(.didFetchReport))): .remoteDidFetchReport
      case .data(.loaded): .loaded
      case .data(.log): .log
      }
  }
}

extension QuakesAction {
  /// Returns a result of the local store.
  static func local(_ action: Data.PersistentSession.LocalStore) -> QuakesAction {
    .data(.persistentSession(.localStore(action)))
  }

  /// Returns a result of the remote store.
  static func remote(_ action: Data.PersistentSession.RemoteStore) -> QuakesAction {
    .data(.persistentSession(.remoteStore(action)))
  }

  /// Returns the action of fetched quakes.
  static func remote(_ quakes: [Quake]) -> QuakesAction {
    .remote(.didFetchQuakes(result: .success(quakes: quakes)))
  }

  /// Returns the result of loading a report.
  static func report(of quakeId: Quake.ID, _ result: FetchReportResult) -> QuakesAction {
    .remote(.didFetchReport(quakeId: quakeId, result: result))
  }

  /// Returns the action of a fetched feed.
  static func fetched(_ feed: QuakesFeed) -> QuakesAction {
    .remote(.didFetchFeed(feed: feed))
  }

  static func refresh(_ range: QuakesFeed.Range) -> QuakesAction {
    .ui(.quakeList(.onTapRefreshQuakesButton(range: range)))
  }

  static func delete(_ quakeId: Quake.ID, at date: Date = .noon) -> QuakesAction {
    .ui(.quakeList(.onTapDeleteSelectedQuakeButton(quakeId: quakeId, date: date)))
  }

  static func restore(_ restoration: UI.QuakeList.Restoration) -> QuakesAction {
    .ui(.quakeList(.onTapRestoreQuakesButton(restoration)))
  }

  static let onAppear = QuakesAction.ui(.quakeList(.onAppear))
  static let tryAgain = QuakesAction.ui(.quakeList(.onTapTryAgainButton))
  static let deleteAll = QuakesAction.ui(
    .quakeList(.onTapDeleteAllQuakesButton(date: .noon)))

  /// An action of each case, in the order of the cases.
  static let each: [QuakesAction] = [
    .onAppear, .refresh(.allDay), .delete("birch"), .deleteAll, .restore(.all), .tryAgain,
    .ui(.quakeDetail(.onAppear(quakeId: "birch", now: .noon))),
    .local(.didFailToLoadQuakes(error: "e")),
    .local(.didSaveQuakes(change: .refresh, result: .success)),
    .local(.didSaveQuakes(change: .deleteQuakes, result: .failure(error: "e"))),
    .local(.didSaveQuakes(change: .deleteQuake(quakeId: "elm"), result: .notFound)),
    .remote(.didReceive(DownloadProgress(received: 1, total: 2))),
    .remote([.ash, .dogwood]),
    .remote(.didFetchQuakes(result: .failure(error: "e"))),
    .fetched(.of([.dogwood], .allDay, at: 60)),
    .local(.didFetchReport(EventReport(quakeId: "birch", fetched: .noon))),
    .report(of: "birch", .success(report: nil)),
    .data(.loaded(QuakesState([.ash, .dogwood]))),
    .data(.log([.changed(QuakesChanges(stored: [.dogwood], removed: ["ash"]))])),
  ]
}

@Suite struct ActionCaseTests {
  @Test func `Each case has an action`() {
    #expect(QuakesAction.each.map(ActionCase.init) == ActionCase.allCases)
  }
}
