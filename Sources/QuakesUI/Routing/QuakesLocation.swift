public import Foundation
public import ImmutableUI
import Markup
public import QuakesData

/// The state of a window, all of it in the address: filter, order, selection,
/// camera.
public struct QuakesLocation: PageLocation {
  /// The filter of the list and the map.
  public var filter = Filter()
  /// The sort key.
  public var sort = QuakesSort.time
  /// The direction of the order; `reverse` is newest or largest first.
  public var order = SortOrder.reverse
  /// The ID of the selected quake.
  public var quakeId: Quake.ID?
  /// The camera of the map; `nil` for the world.
  public var camera: Camera?
  /// The units of lengths and times.
  public var measures = Measures()
  /// The page of the list, from 1.
  public var page = 1
  /// The dialog that is open over the page.
  public var dialog: Dialog?
  /// The outcome of the last post.
  public var notice: Notice?
  /// The invalid values of the address.
  public var problems: [Problem] = []
  /// True if the query contains default or empty values, as submitted by a
  /// form.
  public var hasRedundantItems = false

  /// Creates the default: today's earthquakes, newest first.
  public init() {}
}

extension QuakesLocation {
  /// The conditions on the listed quakes. All of them must hold.
  public struct Filter: Hashable, Sendable {
    public var text = ""
    public var day = Day.today
    public var from: CalendarDay?
    public var to: CalendarDay?
    public var magnitude = QuakesQuery.Bounds()
    /// The depth in the unit of the location.
    public var depth = QuakesQuery.Bounds()
    public var type = QuakesQuery.TypeFilter.only(.earthquake)
    public var box: QuakesQuery.Box?

    public init() {}
  }

  /// The day of the listed quakes.
  public enum Day: Hashable, Sendable {
    case today, any
    case on(CalendarDay)
  }

  /// A dialog over the page.
  public enum Dialog: String, CaseIterable, Hashable, Sendable {
    case deleteAll
  }

  /// The outcome of a post. The fixed set of codes prevents addresses from
  /// putting text on the page.
  public enum Notice: String, CaseIterable, Hashable, Sendable {
    case refreshed, deleted, deletedAll
  }

  /// An invalid query item.
  public struct Problem: Hashable, Sendable {
    /// The name of the query item.
    public let name: String
    /// The value in the address, truncated to the limit of `QueryText`.
    public let typed: String
    /// The error message, as a sentence.
    public let message: String
  }
}

extension QuakesLocation {
  /// The location without dialog, notice and problems.
  public var plain: QuakesLocation {
    var location = self
    location.dialog = nil
    location.notice = nil
    location.problems = []
    location.hasRedundantItems = false
    return location
  }

  /// Returns a changed location without dialog and notice.
  func with(_ change: (inout QuakesLocation) -> Void) -> QuakesLocation {
    var location = plain
    change(&location)
    return location
  }

  /// Returns the first page with another filter, without the selection, which
  /// the filter may exclude.
  func filtering(_ change: (inout Filter) -> Void) -> QuakesLocation {
    with {
      change(&$0.filter)
      $0.page = 1
      $0.quakeId = nil
    }
  }

  /// Returns the location with a quake selected.
  func selecting(_ quake: Quake.ID) -> QuakesLocation { with { $0.quakeId = quake } }

  /// The address of the page.
  var href: Href { QuakesRoute.page(self).href }
}
