// swift-tools-version: 6.0
import Foundation
import PackageDescription

// The released package has no tests: they play ../scenarios, which is not part of it.
let folder = "\(Context.packageDirectory)/Tests/SvcAuthTests"
let hasTests = FileManager.default.fileExists(atPath: folder)

let package = Package(
  name: "SvcAuth",
  platforms: [.iOS(.v15), .macOS(.v12), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
  products: [.library(name: "SvcAuth", targets: ["SvcAuth"])],
  targets: [.target(name: "SvcAuth")]
    + (hasTests ? [.testTarget(name: "SvcAuthTests", dependencies: ["SvcAuth"])] : []),
  swiftLanguageModes: [.v6]
)
