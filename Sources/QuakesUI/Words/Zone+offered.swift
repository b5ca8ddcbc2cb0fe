import Look

extension Zone {
  /// Those on the menu, from west to east: one for most hours, where many
  /// people live or the ground often shakes. An address may name any other.
  static let offered: [Zone] = [
    "UTC", "Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Denver",
    "America/Mexico_City", "America/Chicago", "America/New_York", "America/Lima",
    "America/Santiago", "America/Sao_Paulo", "Atlantic/Reykjavik", "Europe/London",
    "Europe/Berlin", "Europe/Athens", "Europe/Istanbul", "Africa/Nairobi", "Asia/Tehran",
    "Asia/Karachi", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Jakarta", "Asia/Manila",
    "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland", "Pacific/Tongatapu",
  ].compactMap(Zone.init)
}
