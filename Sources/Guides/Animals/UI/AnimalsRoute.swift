public import ImmutableUI
public import Markup
public import Records

/// The routes of the guide to animals.
public enum AnimalsRoute: GuideRoute {
  case page(AnimalsLocation)
  case post(AnimalsEvent, from: AnimalsLocation)
  /// A file with the animals of a list.
  case export(AnimalsExport)
}

/// The forms that the page posts, named as in the hierarchy of actions.
public enum AnimalsEvent: String, CaseIterable, Hashable, Sendable {
  case reloadSampleData = "categoryList/onTapReloadSampleDataButton"
  case undoReload = "categoryList/onTapUndoReloadButton"
  case retryCategories = "categoryList/onTapTryAgainButton"
  case deleteListedAnimal = "animalList/onTapDeleteSelectedAnimalButton"
  case retryAnimals = "animalList/onTapTryAgainButton"
  /// Asks which of several animals to delete, and deletes them.
  case deleteAnimals = "animalList/onTapDeleteAnimalsButton"
  /// Asks for a value, such as the category, and gives it to several animals.
  case changeAnimals = "animalList/onTapChangeAnimalsButton"
  /// Checks a file, and imports it.
  case importAnimals = "animalList/onTapImportButton"
  case deleteAnimal = "animalDetail/onTapDeleteSelectedAnimalButton"
  /// Restores a version, or undoes a deletion.
  case restoreAnimal = "animalDetail/onTapRestoreButton"
  case addAnimal = "animalEditor/onTapAddAnimalButton"
  case updateAnimal = "animalEditor/onTapUpdateAnimalButton"
}

/// A file with the animals of a list.
public struct AnimalsExport: Hashable, Sendable {
  /// The format of the file.
  public let format: RecordsFormat
  /// The list.
  public let location: AnimalsLocation

  /// Creates a file with the animals of the list at a location.
  public init(_ format: RecordsFormat, of location: AnimalsLocation) {
    self.format = format
    self.location = location.listLocation
  }
}

extension AnimalsRoute {
  public static var path: String { AnimalsLocation.path }

  public var destination: Destination<AnimalsLocation, AnimalsEvent, AnimalsExport> {
    switch self {
    case .page(let location): .page(location)
    case .post(let event, let location): .post(event, from: location)
    case .export(let export): .download(export)
    }
  }

  public init?(parsing target: Target) throws(MalformedRequest) {
    guard target.path.first == Self.path else { return nil }
    let rest = target.path.dropFirst().joined(separator: "/")
    let location = try AnimalsLocation(parsing: target.query)
    if target.path.count == 1 {
      self = .page(location)
    } else if let event = AnimalsEvent(rawValue: rest) {
      self = .post(event, from: location)
    } else if let format = RecordsFormat(pathComponent: rest) {
      guard location.rejectedSearch == nil else {
        throw MalformedRequest(QueryText.tooLongMessage(for: "search"))
      }
      self = .export(AnimalsExport(format, of: location))
    } else {
      return nil
    }
  }

  public var href: Href {
    let (path, location) =
      switch self {
      case .page(let location): ([String](), location)
      case .post(let event, let location):
        (event.rawValue.split(separator: "/").map(String.init), location)
      case .export(let export): ([export.format.pathComponent], export.location)
      }
    return Href(path: [Self.path] + path, query: location.queryItems)
  }
}
