import Composable
import ImmutableData

/// A parent with a child that is always there, one that may be absent, and a
/// child of that one. Actions of children are words; each child notes its own.
struct Guide: Equatable, Sendable {
  var names: [String] = []
  var query = ""
  var page: Page?

  /// The first child's state, put together from a part of its own and a list
  /// that its parent owns.
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
  case word(String)
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

/// The effects of the words, by child.
struct Effects: Sendable {
  var search: [String: Effect<String>] = [:]
  var page: [String: Effect<PageAction>] = [:]
  var detail: [String: Effect<String>] = [:]
}

/// The children's reducers.
enum Children {
  static let search = Reducer<Search, String, [String: Effect<String>]> { state, word, effects in
    state.query = word
    state.names.append(word)
    return effects[word] ?? .none
  }

  static let detail = Reducer<Detail, String, [String: Effect<String>]> { state, word, effects in
    state.log.append(word)
    return effects[word] ?? .none
  }

  static let page = Reducer<Page, PageAction, Effects>.combine(
    detail.optional()
      .pullback(state: \.detail, action: PageAction.detailPath, environment: \.detail),
    Reducer { state, action, effects in
      switch action {
      case .openDetail: state.detail = Detail()
      case .closeDetail: state.detail = nil
      case .detail: break
      case .word(let word):
        state.log.append(word)
        return effects.page[word] ?? .none
      }
      return .none
    })
}

extension Reducer where State == Guide, Action == GuideAction, Environment == Effects {
  /// The parent alone. Its pages close at the word, too.
  static let core = Self { state, action, _ in
    switch action {
    case .open(let id): state.page = Page(id: id)
    case .close, .page(.word("close")): state.page = nil
    case .search, .page: break
    }
    return .none
  }

  /// All of them, children first.
  static let guide = combine(
    Children.search
      .pullback(state: \.search, action: GuideAction.searchPath, environment: \.search),
    Children.page.optional(id: \.id)
      .pullback(state: \.page, action: GuideAction.pagePath, environment: \.self),
    core)
}

extension Store where State == Guide, Action == GuideAction {
  convenience init(_ effects: Effects = Effects(), reports: Reports = Reports()) {
    self.init(
      initialState: Guide(), reducer: .guide, environment: effects, report: reports.append)
  }

  func run(_ actions: GuideAction...) throws {
    for action in actions { try dispatch(action: action) }
  }
}

typealias GuideStore = Store<Guide, GuideAction>
