// swift-tools-version: 6.1

import PackageDescription

let products = [
  "Durable", "ImmutableData", "ImmutableUI", "Look", "Markup", "WebClient", "WebSite",
]

let package = Package(
  name: "tides",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "fieldguide", path: "../..")],
  targets: [
    .executableTarget(
      name: "Tides",
      dependencies: products.map { .product(name: $0, package: "fieldguide") }),
    .testTarget(
      name: "TidesTests",
      dependencies: ["Tides", .product(name: "SiteTesting", package: "fieldguide")]),
  ])
