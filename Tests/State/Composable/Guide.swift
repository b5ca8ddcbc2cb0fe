import Composable
import ImmutableData

/// A parent with a permanent child, an optional child, and a child of the
/// optional one. The actions of children are texts, which each child records.
struct Guide: Equatable, Sendable {
  var names: [String] = []
  var query = ""
  var page: Page?

  /// The state of the permanent child, computed from parts of the parent's
  /// state.
  var search: Search {
    get { Search(query: query, names: names) }
    set { (query, names) = (newValue.query, newValue.names) }
  }
}

struct Search: Equatable, Sendable {
  var query: String
  var names: [String]
}

struct Page: Equatable, Sendable {
  var id: Int
  var log: [String] = []
  var detail: Detail?
}

struct Detail: Equatable, Sendable {
  var log: [String] = []
}

enum GuideAction: Equatable, Sendable {
  case open(Int)
  case close
  case search(String)
  case page(PageAction)
}

enum PageAction: Equatable, Sendable {
  case openDetail
  case closeDetail
  case text(String)
  case detail(String)
}

extension GuideAction {
  static let searchPath = CasePath<GuideAction, String>(
    embed: { .search($0) },
    extract: { if case .search(let action) = $0 { action } else { nil } })

  static let pagePath = CasePath<GuideAction, PageAction>(
    embed: { .page($0) },
    extract: { if case .page(let action) = $0 { action } else { nil } })
}

extension PageAction {
  static let detailPath = CasePath<PageAction, String>(
    embed: { .detail($0) },
    extract: { if case .detail(let action) = $0 { action } else { nil } })
}

/// The effects of the actions, by child.
struct Effects: Sendable {
  var search: [String: Effect<String>] = [:]
  var page: [String: Effect<PageAction>] = [:]
  var detail: [String: Effect<String>] = [:]
}

/// The reducers of the children.
enum Children {
  static let search = ComposableReducer<Search, String, [String: Effect<String>]> {
    state, text, effects in
    state.query = text
    state.names.append(text)
    return effects[text] ?? .none
  }

  static let detail = ComposableReducer<Detail, String, [String: Effect<String>]> {
    state, text, effects in
    state.log.append(text)
    return effects[text] ?? .none
  }

  static let page = ComposableReducer<Page, PageAction, Effects>.combine(
    detail.optional()
      .pullback(state: \.detail, action: PageAction.detailPath, environment: \.detail),
    ComposableReducer { state, action, effects in
      switch action {
      case .openDetail: state.detail = Detail()
      case .closeDetail: state.detail = nil
      case .detail: break
      case .text(let text):
        state.log.append(text)
        return effects.page[text] ?? .none
      }
      return .none
    })
}

extension ComposableReducer where State == Guide, Action == GuideAction, Environment == Effects {
  /// The reducer of the parent alone. The action `close` of a page closes it,
  /// too.
  static let core = Self { state, action, _ in
    switch action {
    case .open(let id): state.page = Page(id: id)
    case .close, .page(.text("close")): state.page = nil
    case .search, .page: break
    }
    return .none
  }

  /// The combined reducer, children first.
  static let guide = combine(
    Children.search
      .pullback(state: \.search, action: GuideAction.searchPath, environment: \.search),
    Children.page.optional(id: \.id)
      .pullback(state: \.page, action: GuideAction.pagePath, environment: \.self),
    core)
}

extension Store where State == Guide, Action == GuideAction {
  convenience init(_ effects: Effects = Effects(), issues: ReportedIssues = ReportedIssues()) {
    self.init(
      initialState: Guide(), reducer: .guide, environment: effects, report: issues.append)
  }

  func run(_ actions: GuideAction...) throws {
    for action in actions { try dispatch(action: action) }
  }
}

typealias GuideStore = Store<Guide, GuideAction>
