import Logging

/// A log in which nothing that is logged can look like something else: what
/// ends lines, moves the cursor or turns text around is shown as `\\u{…}`, and
/// a value that could be taken for several stands in quotes.
struct PlainLogHandler: LogHandler {
  private var handler: any LogHandler

  /// - Parameter handler: where the lines go.
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
    event.message = "\(PlainText.of(event.message.description))"
    event.metadata = event.metadata?.mapValues(plain)
    handler.log(event: event)
  }

  private func plain(_ value: Logger.MetadataValue) -> Logger.MetadataValue {
    switch value {
    case .string(let text): .string(PlainText.word(text))
    case .stringConvertible(let value): .string(PlainText.word(value.description))
    case .array(let values): .array(values.map(plain))
    case .dictionary(let values): .dictionary(values.mapValues(plain))
    }
  }
}
