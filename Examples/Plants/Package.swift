// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "Plants",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "fieldguide", path: "../..")],
  targets: [
    .executableTarget(
      name: "Plants",
      dependencies: [
        .product(name: "Records", package: "fieldguide"),
        .product(name: "WebSite", package: "fieldguide"),
      ]),
    .testTarget(
      name: "PlantsTests",
      dependencies: [
        "Plants",
        .product(name: "ImmutableData", package: "fieldguide"),
        .product(name: "ImmutableUI", package: "fieldguide"),
        .product(name: "Markup", package: "fieldguide"),
        .product(name: "Records", package: "fieldguide"),
      ]),
  ]
)
