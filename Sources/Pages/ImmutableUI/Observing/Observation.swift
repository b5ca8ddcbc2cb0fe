/// An event between an action and the update of a browser, for logs and the
/// inspector. Observations are created only if there is an observer.
///
/// ```swift
/// let observer: Observer = { observation in
///   switch observation {
///   case .evaluated(let evaluation): print(evaluation.label, evaluation.stages)
///   case .rendered(let fragment): print(fragment)
///   case .sent(let address, let browsers): print(address, browsers)
///   }
/// }
/// observer(.sent(address: "/animals", browsers: 2))
/// ```
public enum Observation: Sendable {
  /// A selector was evaluated for a newer state.
  case evaluated(SelectorEvaluation)
  /// A fragment was rendered. The others of its page were copied from the
  /// previous rendering.
  case rendered(fragment: String)
  /// An update was sent to the browsers that have a page open.
  case sent(address: String, browsers: Int)
}

/// A closure that receives observations synchronously, so it must return
/// quickly.
public typealias Observer = @Sendable (Observation) -> Void
