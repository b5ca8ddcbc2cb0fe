// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "loans",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "fieldguide", path: "../..")],
  targets: [
    .executableTarget(
      name: "Loans",
      dependencies: ["Records", "WebSite"].map { .product(name: $0, package: "fieldguide") }),
    .testTarget(
      name: "LoansTests",
      dependencies: ["Loans"]
        + ["ImmutableUI", "Records"].map { .product(name: $0, package: "fieldguide") }),
  ])
