import Foundation

/// The two clocks of a device, in milliseconds.
protocol DeviceClock: Sendable {
  /// Since 1970, by the device's clock, which may be wrong.
  func now() -> Int64
  /// Since some fixed moment. Never goes back, but may stop while the device sleeps.
  func steady() -> Int64
}

struct SystemClock: DeviceClock {
  func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
  func steady() -> Int64 { Int64(ProcessInfo.processInfo.systemUptime * 1000) }
}
