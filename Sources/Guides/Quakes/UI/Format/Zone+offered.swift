import Look

extension Zone {
  /// The time zones in the menu, from west to east: one for most offsets, in
  /// populous or seismically active regions. An address may name any other
  /// zone.
  static let offered: [Zone] = [
    "UTC", "Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Denver",
    "America/Mexico_City", "America/Chicago", "America/New_York", "America/Lima",
    "America/Santiago", "America/Sao_Paulo", "Atlantic/Reykjavik", "Europe/London",
    "Europe/Berlin", "Europe/Athens", "Europe/Istanbul", "Africa/Nairobi", "Asia/Tehran",
    "Asia/Karachi", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Jakarta", "Asia/Manila",
    "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland", "Pacific/Tongatapu",
  ].compactMap(Zone.init)
}
