package import ImmutableUI
package import Logging

/// Combines observers into one; `nil` if there are none.
func combinedObserver(_ observers: [Observer?]) -> Observer? {
  let observers = observers.compactMap { $0 }
  guard observers.count > 1 else { return observers.first }
  return { observation in for observer in observers { observer(observation) } }
}

/// Returns an observer that logs selector evaluations and rendered fragments;
/// `nil` unless the level is `debug`.
package func loggingObserver(_ logger: Logger) -> Observer? {
  guard logger.logLevel <= .debug else { return nil }
  return { observation in
    switch observation {
    case .evaluated(let evaluation):
      for stage in evaluation.stages {
        logger.debug(
          "selector", metadata: ["stage": "\(stage.rawValue)", "label": "\(evaluation.label)"])
      }
    case .rendered(let fragment):
      logger.debug("fragment", metadata: ["label": "\(fragment)"])
    case .sent(let address, let browsers):
      logger.debug("update sent", metadata: ["page": "\(address)", "browsers": "\(browsers)"])
    }
  }
}
