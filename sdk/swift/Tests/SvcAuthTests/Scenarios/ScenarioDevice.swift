import Foundation

@testable import SvcAuth

// Everything here is used on the one thread of `SerialScheduler`.

/// The clocks, which only the scenario moves.
final class ScenarioClock: DeviceClock, @unchecked Sendable {
  private var wall: Int64
  private var up: Int64 = 0

  init(wall: Int64) { self.wall = wall }

  func now() -> Int64 { wall }
  func steady() -> Int64 { up }

  func pass(_ milliseconds: Int64) {
    wall += milliseconds
    up += milliseconds
  }

  func set(_ milliseconds: Int64) { wall += milliseconds }
}

/// What outlives the clients. Its reads and writes can be made to fail.
final class ScenarioDisk: @unchecked Sendable {
  enum Kind: String { case reads, writes }

  var items: [String: String] = [:]
  private var failures: [Kind: Int] = [:]

  func fail(_ kind: Kind, times: Int) { failures[kind] = times }

  func use(_ kind: Kind) throws {
    guard let left = failures[kind], left > 0 else { return }
    failures[kind] = left - 1
    throw Failure("the storage refuses \(kind)")
  }
}

/// The disk as one client sees it.
struct ScenarioStorage: SecureStorage {
  let disk: ScenarioDisk
  let running: RunningClient

  func value(forKey key: String) async throws -> String? {
    await running.requireAlive()
    try disk.use(.reads)
    return disk.items[RunningClient.withoutRun(key)]
  }

  func set(_ value: String, forKey key: String) async throws {
    try await write { $0[RunningClient.withoutRun(key)] = value }
  }

  func removeValue(forKey key: String) async throws {
    try await write { $0[RunningClient.withoutRun(key)] = nil }
  }

  private func write(_ edit: (inout [String: String]) -> Void) async throws {
    await running.requireAlive()
    let plan = running.planned()
    if plan == .before { running.kill() }
    await running.requireAlive()
    try disk.use(.writes)
    edit(&disk.items)
    if plan == .after { running.kill() }
    await running.requireAlive()
  }
}
