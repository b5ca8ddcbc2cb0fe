import Durable
import ImmutableUI
import Logging
import WebServer

/// Renders the errors that handlers throw as error pages.
struct ErrorHandler: Sendable {
  let renderer: PageRenderer
  let logger: Logger

  /// Responds asynchronously.
  func later(
    _ context: RequestContext, _ respond: @escaping @Sendable () async throws -> Response
  ) -> Reply {
    .later { await response(of: context, respond) }
  }

  /// Returns the response of a handler, or the error page for the error it
  /// threw.
  func response(
    of context: RequestContext, _ respond: () async throws -> Response
  ) async -> Response {
    do {
      return try await respond()
    } catch let error as SiteError {
      return response(to: error, context)
    } catch let missing as NotFound {
      return response(to: .notFound(missing), context)
    } catch let error as MalformedRequest {
      // The address was parsed before.
      return response(to: .malformedForm(error), context)
    } catch is SignInFailure {
      return response(to: .notSaved, context)
    } catch let error as DurableError {
      return response(to: .undecided(error), context)
    } catch {
      logger.error("unexpected error", metadata: ["error": .error(error)])
      return response(to: .unexpected, context)
    }
  }

  func response(to error: SiteError, _ context: RequestContext) -> Response {
    renderer.response(to: error, context.id, for: context.viewer)
  }
}
