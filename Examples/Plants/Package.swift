// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "plants",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "fieldguide", path: "../..")],
  targets: [
    .executableTarget(
      name: "Plants",
      dependencies: ["Records", "WebSite"].map { .product(name: $0, package: "fieldguide") }),
    .testTarget(
      name: "PlantsTests",
      dependencies: ["Plants"]
        + ["ImmutableData", "ImmutableUI", "Markup", "Records"].map {
          .product(name: $0, package: "fieldguide")
        }),
  ])
