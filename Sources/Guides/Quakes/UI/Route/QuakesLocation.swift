public import Foundation
public import Geography
public import ImmutableUI
public import Markup
public import QuakesData

/// The state of a window, all of it in the address: filter, order, selection,
/// camera.
public struct QuakesLocation: GuideLocation, QueryLocation {
  /// The filter of the list and the map.
  public var filter = Filter()
  /// The filter that the page compares the first one with; `nil` for none.
  public var compared: Filter?
  /// The sort key.
  public var sort = QuakesSort.time
  /// The direction of the order; `reverse` is newest or largest first.
  public var order = SortOrder.reverse
  /// The ID of the selected quake.
  public var quakeId: Quake.ID?
  /// True for the page of the selected quake alone.
  public var isEvent = false
  /// The camera of the map, whose area the list has, too; `nil` for the world, or
  /// for the vicinity of the filter.
  public var camera: Camera? {
    didSet {
      if let camera, camera.projection != projection { projection = camera.projection }
    }
  }
  /// The projection of the map, which is that of the camera. Changing it keeps the place in
  /// the middle.
  public var projection = Projection.equirectangular {
    didSet {
      if let camera, camera.projection != projection {
        let converted = camera.converted(to: projection)
        self.camera = converted == .world(in: projection) ? nil : converted
      }
    }
  }
  /// The meaning of the colours on the map.
  public var colouring = MapColouring.age
  /// True if the map shows the boundaries of plates.
  public var showsPlates = true
  /// The units of lengths and times.
  public var measures = Measures()
  /// The page of the list, from 1.
  public var page = 1
  /// The dialog that is open over the page.
  public var dialog: Dialog?
  /// The outcome of the last post.
  public var notice: Notice?
  /// The restoration that undoes the last post; `nil` if there is none.
  public var undo: QuakesAction.UI.QuakeList.Restoration?
  /// The part of the page that is shown.
  public var show = Show.list
  /// The invalid values of the address.
  public var problems: [QueryProblem] = []
  /// True if the query contains default or empty values, as submitted by a
  /// form.
  public var hasRedundantItems = false

  /// Creates the default: the earthquakes of magnitude 2.5 and above in the past
  /// 24 hours, newest first.
  public init() {}

  /// The conditions on the listed quakes. All of them must hold.
  public struct Filter: Hashable, Sendable {
    public var text = ""
    public var day = Day.past(.day)
    public var from: TimeBound?
    public var to: TimeBound?
    public var magnitude = Self.usualMagnitude
    /// The depth in the unit of the location.
    public var depth = QuakesQuery.Bounds()
    public var type = QuakesQuery.TypeFilter.only(.earthquake)
    public var box: QuakesQuery.Box?
    public var near: Vicinity?
    public var impact = QuakesQuery.Impact.any

    /// The magnitudes of the default. Smaller earthquakes are recorded in a few
    /// regions only, and there are too many of them to be news.
    static let usualMagnitude = QuakesQuery.Bounds(min: 2.5)

    /// True if the filter has the default time.
    var hasUsualTime: Bool { day == .past(.day) && from == nil && to == nil }
  }

  /// The days of the listed quakes.
  public enum Day: Hashable, Sendable {
    case past(Period)
    case today, yesterday, any
    case on(CalendarDay)
  }

  /// A period that ends now.
  public enum Period: String, CaseIterable, Hashable, Sendable {
    case hour, day, week, month

    /// The length in seconds. A month has 30 days, as in the feeds.
    var seconds: TimeInterval {
      switch self {
      case .hour: 3_600
      case .day: 86_400
      case .week: 7 * 86_400
      case .month: 30 * 86_400
      }
    }
  }

  /// A dialog over the page.
  public enum Dialog: String, CaseIterable, Hashable, Sendable {
    case deleteAll
  }

  /// The outcome of a post. The fixed set of codes prevents addresses from
  /// putting text on the page.
  public enum Notice: String, CaseIterable, Hashable, Sendable {
    case refreshed, deleted, deletedAll, restored, nothingRestored
  }

  /// A part of the page.
  public enum Show: String, CaseIterable, Hashable, Sendable {
    /// The list and the map; in a narrow window the list.
    case list
    /// The list and the map; in a narrow window the map.
    case map
    /// The deleted events.
    case deleted
  }

  /// The location without dialog, notice and problems.
  public var plain: QuakesLocation {
    var location = self
    location.dialog = nil
    location.notice = nil
    location.undo = nil
    location.problems = []
    location.hasRedundantItems = false
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

  /// Returns the page of a quake alone.
  func event(_ quake: Quake.ID) -> QuakesLocation {
    home.with {
      $0.isEvent = true
      $0.quakeId = quake
    }
  }

  /// The page of the deleted events.
  var deletedEvents: QuakesLocation {
    with {
      $0.show = .deleted
      $0.quakeId = nil
      $0.page = 1
    }
  }

  /// The start page of the guide with the same units of lengths and times.
  var home: QuakesLocation { QuakesLocation().with { $0.measures = measures } }

  /// The location under which search engines list the content: without the settings
  /// of a window. A selected event is listed under its own page.
  var canonical: QuakesLocation {
    if let quakeId { return QuakesLocation().event(quakeId) }
    return QuakesLocation().with {
      $0.filter = filter
      $0.sort = sort
      $0.order = order
      $0.page = page
    }
  }

  /// True if search engines shall list the page: that of an event, or a usual question.
  /// Without this, the links of the page lead to thousands of filters.
  var isIndexed: Bool {
    if let quakeId { return self == event(quakeId) }
    return page == 1 && camera == nil && compared == nil && show != .deleted
      && QuakePresets.contains(self)
  }

  /// The camera of the map: that of the address, or one that shows the vicinity
  /// or the world.
  var shownCamera: Camera {
    camera ?? (filter.near.map(Camera.showing) ?? .world).converted(to: projection)
  }

  /// The area of the listed quakes: that of the filter, or the view in the
  /// address; `nil` for the whole world.
  var listedBox: QuakesQuery.Box? {
    filter.box ?? (isListedByView && projection == .equirectangular ? camera?.box : nil)
  }

  /// The part of a map that is not rectangular in degrees whose quakes are listed; `nil` for
  /// the whole world.
  var listedFrame: Projection.Frame? {
    isListedByView && projection != .equirectangular ? camera?.frame : nil
  }

  /// True if the list has the quakes of the view only.
  var isListedByView: Bool { !isEvent && filter.box == nil && camera?.isWorld == false }

  public static let path = QuakesRoute.path

  /// The address of the page.
  public var href: Href { QuakesRoute.page(self).href }
}

extension QuakesLocation.Day {
  /// Creates a day relative to the current one, or any day, from its name.
  init?(named name: String) {
    switch name {
    case "today": self = .today
    case "yesterday": self = .yesterday
    case "any": self = .any
    default: return nil
    }
  }

  /// Creates the day of a choice in the form: a period, or a named day.
  init?(choice name: String) {
    guard let day = QuakesLocation.Period(rawValue: name).map(Self.past) ?? Self(named: name)
    else { return nil }
    self = day
  }
}
