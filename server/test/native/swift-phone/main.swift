// A simulated phone: one process that follows the line protocol of simulator.ts.

import Foundation

@testable import SvcAuth

/// The clocks, which only the simulator moves.
final class PhoneClock: DeviceClock, @unchecked Sendable {
  private let mutex = NSLock()
  private var wall: Int64
  private var up: Int64 = 0

  init(wall: Int64) { self.wall = wall }

  func now() -> Int64 { mutex.withLock { wall } }
  func steady() -> Int64 { mutex.withLock { up } }

  func pass(_ milliseconds: Int64) {
    mutex.withLock {
      wall += milliseconds
      up += milliseconds
    }
  }
}

/// A file that is always whole: it is written under another name and then renamed.
struct FileStorage: SecureStorage {
  let file: URL

  func value(forKey key: String) async throws -> String? { try read()[key]?.string }

  func set(_ value: String, forKey key: String) async throws { try change { $0[key] = .string(value) } }

  func removeValue(forKey key: String) async throws { try change { $0[key] = nil } }

  private func read() throws -> Fields {
    guard FileManager.default.fileExists(atPath: file.path) else { return [:] }
    return try JSONValue(parsing: try Data(contentsOf: file)).object ?? [:]
  }

  private func change(_ edit: (inout Fields) -> Void) throws {
    var fields = try read()
    edit(&fields)
    let draft = file.appendingPathExtension("\(ProcessInfo.processInfo.processIdentifier)")
    try Data(JSONValue.object(fields).text.utf8).write(to: draft)
    guard rename(draft.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}

/// The client, from `start` on.
final class Phone: @unchecked Sendable {
  private let mutex = NSLock()
  private var started: (client: AuthClient, clock: PhoneClock)?

  func call(_ name: String, _ input: Fields) async throws -> JSONValue {
    if name == "start" {
      let clock = PhoneClock(wall: input.int("wall"))
      var options = AuthClient.Options()
      options.clock = clock
      guard let url = URL(string: input.string("baseUrl")) else { throw CocoaError(.fileNoSuchFile) }
      let storage = FileStorage(file: URL(fileURLWithPath: input.string("file")))
      let key = input.string("publishableKey")
      let client = AuthClient(url: url, publishableKey: key, storage: storage, options: options)
      mutex.withLock { started = (client, clock) }
      await client.ready()
      return state(client)
    }
    guard let (client, clock) = mutex.withLock({ started }) else { throw CocoaError(.featureUnsupported) }
    switch name {
    case "state": return state(client)
    case "signInAnonymously":
      try await client.signInAnonymously()
      return .null
    case "getAccessToken":
      return .text(try await client.accessToken(forceRefresh: input.bool("forceRefresh"))) ?? .null
    case "pass":
      clock.pass(input.int("ms"))
      return .null
    default: throw CocoaError(.featureUnsupported)
    }
  }

  private func state(_ client: AuthClient) -> JSONValue {
    switch client.state {
    case .loading: .object(["status": .string("loading")])
    case .signedOut(let reason):
      .object(Fields(["status": .string("signedOut"), "reason": .text(reason?.rawValue)]))
    case .signedIn(let user, _, _): .object(["status": .string("signedIn"), "userId": .string(user.id)])
    }
  }
}

let phone = Phone()
let output = NSLock()

while let line = readLine() {
  guard let request = (try? JSONValue(parsing: line))?.object, let id = request["id"] else { continue }
  Task.detached {
    var answer: Fields = ["id": id]
    do {
      answer["result"] = try await phone.call(request.string("call"), request.object("with"))
    } catch {
      let error = error as? AuthError
      let reason = JSONValue.string(error?.reason.rawValue ?? "OTHER")
      answer["error"] = .object(["reason": reason, "retryable": .bool(error?.isRetryable ?? false)])
    }
    let text = JSONValue.object(answer).text
    output.withLock { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }
  }
}
