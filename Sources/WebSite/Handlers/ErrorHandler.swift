import ImmutableUI
import Logging
import WebServer

/// Turns errors into responses, at the end of every handler.
struct ErrorHandler: Sendable {
  let renderer: PageRenderer
  let logger: Logger

  /// Responds at once.
  func now(
    _ context: RequestContext, _ respond: () throws(SiteError) -> Response
  ) -> Reply {
    do throws(SiteError) {
      return .now(try respond())
    } catch {
      return .now(response(to: error, context))
    }
  }

  /// Responds when something has been waited for.
  func later(
    _ context: RequestContext, _ respond: @escaping @Sendable () async throws -> Response
  ) -> Reply {
    .later { await response(of: context, respond) }
  }

  /// The response of a handler, or to what it threw.
  func response(
    of context: RequestContext, _ respond: () async throws -> Response
  ) async -> Response {
    do {
      return try await respond()
    } catch let error as SiteError {
      return response(to: error, context)
    } catch let error as MalformedRequest {
      return response(to: .malformed(error), context)
    } catch {
      logger.error("unexpected", metadata: ["id": "\(context.id)", "error": "\(error)"])
      return response(to: .unexpected, context)
    }
  }

  func response(to error: SiteError, _ context: RequestContext) -> Response {
    renderer.response(to: error, context.id)
  }
}
