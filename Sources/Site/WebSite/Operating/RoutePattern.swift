import Markup

/// A route pattern, as in logs and metrics. There are few of them, and they
/// contain no personal data.
struct RoutePattern: RawRepresentable, Hashable, Sendable {
  let rawValue: String

  /// An unknown address, or a refused request.
  static let other = RoutePattern(rawValue: "other")

  static let asset = RoutePattern(rawValue: "/static/{file}")

  /// The addresses of health checks.
  static let healthChecks = Set(SiteRoute.healthChecks.map(\.pattern))

  /// The pages of a guide.
  static func page(of guide: String) -> RoutePattern { RoutePattern(rawValue: "/\(guide)") }

  /// The posts of a guide.
  static func post(of guide: String) -> RoutePattern {
    RoutePattern(rawValue: "/\(guide)/{event}")
  }

  /// The downloads of a guide.
  static func download(of guide: String) -> RoutePattern {
    RoutePattern(rawValue: "/\(guide).{format}")
  }

  /// The pages of a tool.
  static func page(of tool: any SiteTool) -> RoutePattern {
    RoutePattern(rawValue: "/\(tool.name)/{page}")
  }

  /// The files in the folder of a guide, such as drawings for its pages.
  static func file(of guide: String) -> RoutePattern {
    RoutePattern(rawValue: "/\(guide)/{file}")
  }
}

extension SiteRoute {
  /// The pattern of the route.
  var pattern: RoutePattern {
    switch self {
    case .asset: .asset
    case .sample: RoutePattern(rawValue: "/sample/{event}")
    case .accountEvent: RoutePattern(rawValue: "/account/{event}")
    default: RoutePattern(rawValue: String(href.text.prefix { $0 != "?" }))
    }
  }
}
