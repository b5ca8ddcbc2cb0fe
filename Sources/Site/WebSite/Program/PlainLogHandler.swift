import Logging

/// A log handler that prevents log injection: line breaks, control characters
/// and bidirectional formatting are shown as `\\u{…}`, and an ambiguous value
/// is quoted.
struct PlainLogHandler: LogHandler {
  private var handler: any LogHandler

  /// - Parameter handler: the handler that writes the lines.
  init(_ handler: any LogHandler) {
    self.handler = handler
  }

  var metadata: Logger.Metadata {
    get { handler.metadata }
    set { handler.metadata = newValue.mapValues(plain) }
  }

  var logLevel: Logger.Level {
    get { handler.logLevel }
    set { handler.logLevel = newValue }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { handler[metadataKey: key] }
    set { handler[metadataKey: key] = newValue.map(plain) }
  }

  func log(event: LogEvent) {
    var event = event
    event.message = "\(PlainText.escaped(event.message.description))"
    event.metadata = event.metadata?.mapValues(plain)
    handler.log(event: event)
  }

  private func plain(_ value: Logger.MetadataValue) -> Logger.MetadataValue {
    switch value {
    case .string(let text): .string(PlainText.quotedIfNeeded(text))
    case .stringConvertible(let value): .string(PlainText.quotedIfNeeded(value.description))
    case .array(let values): .array(values.map(plain))
    case .dictionary(let values): .dictionary(values.mapValues(plain))
    }
  }
}
