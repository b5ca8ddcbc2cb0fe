public import Foundation
public import WebClient
public import WebServer

/// An action on the quakes: an event of the user interface, or the result of an
/// effect.
public enum QuakesAction: Hashable, Sendable {
  case ui(_ action: UI)
  case data(_ action: Data)
}

extension QuakesAction {
  /// An event of the user interface, grouped by component.
  public enum UI: Hashable, Sendable {
    case quakeList(_ action: QuakeList)
    case quakeDetail(_ action: QuakeDetail)
  }

  /// The result of an effect, grouped by its source.
  public enum Data: Hashable, Sendable {
    case persistentSession(_ action: PersistentSession)
    /// All that is stored was read.
    case loaded(_ stored: QuakesState)
    /// Changes that were saved, by any of the instances.
    case log(_ changes: [QuakesChange])
  }

  /// The result of loading what is published about a quake.
  public enum FetchReportResult: Hashable, Sendable {
    /// The report; `nil` if the source has none, or the one on disk is recent.
    case success(report: EventReport?)
    case failure(error: String)
    /// Too many others wait. The next visit asks again.
    case postponed
  }
}

extension QuakesAction.UI {
  /// An event in the list of quakes.
  public enum QuakeList: Hashable, Sendable {
    case onAppear
    case onTapRefreshQuakesButton(range: RefreshQuakesRange)
    case onTapDeleteSelectedQuakeButton(quakeId: Quake.ID, date: Date)
    case onTapDeleteAllQuakesButton(date: Date)
    case onTapRestoreQuakesButton(_ restoration: Restoration)
    /// Loads the stored quakes again after a failure.
    case onTapTryAgainButton
  }

  /// An event on the page of a single quake.
  public enum QuakeDetail: Hashable, Sendable {
    /// The page was opened: what is published about the quake is loaded, in turn by client.
    case onAppear(quakeId: Quake.ID, now: Date, client: RequestClient? = nil)
  }
}

extension QuakesAction.UI.QuakeList {
  /// The time range of a refresh.
  public enum RefreshQuakesRange: String, CaseIterable, Codable, Hashable, Sendable {
    case allHour, allDay, allWeek, allMonth
  }

  /// The deleted events to restore.
  public enum Restoration: Codable, Hashable, Sendable {
    case quake(quakeId: Quake.ID)
    /// The events that were deleted at once.
    case deletion(date: Date)
    case all
  }
}

extension QuakesAction.Data {
  /// The result of a query or mutation of a store.
  public enum PersistentSession: Hashable, Sendable {
    case localStore(_ action: LocalStore)
    case remoteStore(_ action: RemoteStore)
  }
}

extension QuakesAction.Data.PersistentSession {
  /// The result of an operation of the local store.
  public enum LocalStore: Hashable, Sendable {
    /// Loading the stored quakes failed.
    case didFailToLoadQuakes(error: String)
    /// A change was saved, or saving it failed.
    case didSaveQuakes(change: Change, result: SaveQuakesResult)
    /// A report was found on disk. A newer one may follow.
    case didFetchReport(_ report: EventReport)
  }

  /// The result of an operation of the remote store.
  public enum RemoteStore: Hashable, Sendable {
    /// A part of a feed was received.
    case didReceive(_ progress: DownloadProgress)
    case didFetchQuakes(result: FetchQuakesResult)
    /// A feed was fetched: `didFetchQuakes` with success, plus the metadata of
    /// the feed.
    case didFetchFeed(feed: QuakesFeed)
    /// The report of a quake was loaded, or loading it failed.
    case didFetchReport(quakeId: Quake.ID, result: QuakesAction.FetchReportResult)
  }
}

extension QuakesAction.Data.PersistentSession.LocalStore {
  /// The result of saving a change.
  public enum SaveQuakesResult: Hashable, Sendable {
    /// It is saved, now or by an earlier operation.
    case success
    case failure(error: String)
    /// The quakes to delete or to restore do not exist.
    case notFound
  }

  /// A change to save.
  public enum Change: Codable, Hashable, Sendable {
    case refresh
    case deleteQuake(quakeId: Quake.ID)
    case deleteQuakes
    case restoreQuakes(QuakesAction.UI.QuakeList.Restoration)
  }
}

extension QuakesAction.Data.PersistentSession.RemoteStore {
  /// The result of fetching a feed.
  public enum FetchQuakesResult: Hashable, Sendable {
    case success(quakes: [Quake])
    case failure(error: String)
  }
}
