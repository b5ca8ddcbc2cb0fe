public import Foundation
public import ImmutableUI
import Markup
public import QuakesData

/// What a window shows of the quakes: its filter, its order, its selection,
/// its camera. All of it is in the address.
public struct QuakesLocation: PageLocation {
  /// Which quakes are shown.
  public var filter = Filter()
  /// What they are sorted by.
  public var sort = QuakesSort.time
  /// Whether the newest or largest come first.
  public var order = SortOrder.reverse
  /// The selected quake.
  public var quakeId: Quake.ID?
  /// What the map shows; `nil` for the world.
  public var camera: Camera?
  /// What lengths and times are told in.
  public var measures = Measures()
  /// The page of the list, from 1.
  public var page = 1
  /// What is open over the page.
  public var dialog: Dialog?
  /// How the last post ended.
  public var notice: Notice?
  /// What in the address makes no sense.
  public var problems: [Problem] = []
  /// Whether the address says what goes without saying, as a form makes it.
  public var hasRedundantItems = false

  /// All of today's earthquakes, newest first.
  public init() {}
}

extension QuakesLocation {
  /// Which quakes are shown. All parts have to hold.
  public struct Filter: Hashable, Sendable {
    public var text = ""
    public var day = Day.today
    public var from: CalendarDay?
    public var to: CalendarDay?
    public var magnitude = QuakesQuery.Bounds()
    /// In the unit of the place.
    public var depth = QuakesQuery.Bounds()
    public var type = QuakesQuery.TypeFilter.only(.earthquake)
    public var box: QuakesQuery.Box?

    public init() {}
  }

  /// The day that is shown.
  public enum Day: Hashable, Sendable {
    case today, any
    case on(CalendarDay)
  }

  /// What can be open over the page.
  public enum Dialog: String, CaseIterable, Hashable, Sendable {
    case deleteAll
  }

  /// How a post ended. The codes are a fixed set: no text of an address gets
  /// onto the page.
  public enum Notice: String, CaseIterable, Hashable, Sendable {
    case refreshed, deleted, deletedAll
  }

  /// A part of the address that makes no sense.
  public struct Problem: Hashable, Sendable {
    /// The part's name.
    public let name: String
    /// The value in the address, cut to the length that `QueryText` allows.
    public let typed: String
    /// What is wrong, as a sentence.
    public let message: String
  }
}

extension QuakesLocation {
  /// The same place without dialog and notice.
  public var plain: QuakesLocation {
    var location = self
    location.dialog = nil
    location.notice = nil
    location.problems = []
    location.hasRedundantItems = false
    return location
  }

  /// The same place with something changed, without dialog and notice.
  func with(_ change: (inout QuakesLocation) -> Void) -> QuakesLocation {
    var location = plain
    change(&location)
    return location
  }

  /// The first page of the same with another filter, which may leave the
  /// selected quake out.
  func filtering(_ change: (inout Filter) -> Void) -> QuakesLocation {
    with {
      change(&$0.filter)
      $0.page = 1
      $0.quakeId = nil
    }
  }

  /// The same with a quake selected, at its row.
  func selecting(_ quake: Quake.ID) -> QuakesLocation { with { $0.quakeId = quake } }

  /// The address of the page here.
  var href: Href { QuakesRoute.page(self).href }
}
