/// The fields of a quake, packed because a server may hold a million of them.
/// Rarely used fields are in a separate object, and quakes share the words that
/// repeat.
final class QuakeValues: Sendable {
  let common: QuakeFields.Common
  private let sharedLabels: QuakeLabels
  /// `nil` if all are absent.
  let rare: RareQuakeValues?

  init(_ fields: consuming QuakeFields) {
    if fields.labels.magnitudeType?.isEmpty == true { fields.labels.magnitudeType = nil }
    if fields.rare.formerIds?.isEmpty == true { fields.rare.formerIds = nil }
    if !fields.rare.otherIds.isEmpty {
      fields.rare.otherIds.removeAll { [id = fields.common.quakeId] in $0 == id }
    }
    common = fields.common
    sharedLabels = QuakeLabels.shared(fields.labels)
    rare = fields.rare == QuakeFields.Rare() ? nil : RareQuakeValues(fields.rare)
  }

  var labels: QuakeFields.Labels { sharedLabels.words }

  /// The fields one by one.
  var fields: QuakeFields {
    var fields = QuakeFields()
    fields.common = common
    fields.labels = labels
    fields.rare = rare?.fields ?? fields.rare
    return fields
  }

  /// Compares all fields except `updated`, which `Quake` compares with its
  /// default.
  func isEqual(to other: QuakeValues) -> Bool {
    var common = common
    common.updated = other.common.updated
    return common == other.common
      && (sharedLabels === other.sharedLabels || labels == other.labels)
      && rare?.fields == other.rare?.fields
  }
}

/// The fields that most quakes do not have, in one object.
final class RareQuakeValues: Sendable {
  let fields: QuakeFields.Rare

  init(_ fields: QuakeFields.Rare) { self.fields = fields }
}
