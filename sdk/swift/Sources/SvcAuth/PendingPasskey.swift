import Foundation

/// What the device answered when it made a passkey, until the server has answered to it. After a lost answer, also when
/// the app was killed, the same call sends the same one again and asks the user nothing: otherwise there would be a passkey
/// that the server does not know, or two accounts. Every sign-in and sign-out removes it. What signs in is never kept: the
/// next person at the device would be signed in as the one before.
struct PendingPasskey: Sendable {
  /// Longer than the answer to a repeated call takes to be of no use.
  private static let lifetime: Int64 = 900_000

  let fields: Fields

  init(_ fields: Fields) { self.fields = fields }

  init(asked: String, credentialJSON: String, at: Int64) {
    fields = ["asked": .string(asked), "credentialJson": .string(credentialJSON), "at": .int(at)]
  }

  /// What it is for: the call, the app's input and who was signed in.
  var asked: String { fields.string("asked") }
  var credentialJSON: String { fields.string("credentialJson") }

  func isRecent(_ now: Int64) -> Bool { abs(now - fields.int("at")) < Self.lifetime }

  static func id(of credentialJSON: String) -> String {
    (try? JSONValue(parsing: credentialJSON))?.object?.string("id") ?? ""
  }
}

extension AuthClient {
  func recentPendingPasskey() async -> PendingPasskey? {
    guard let pending = await disk.read().passkey, pending.isRecent(settings.clock.now()) else { return nil }
    return pending
  }

  /// Sends the passkey that is kept for this call, or else a new one, which is on disk before it is sent.
  func withPendingPasskey<T: Sendable>(
    _ call: String, _ input: Fields, ceremony: () async throws -> String,
    send: @escaping @Sendable (isolated AuthClient, _ credentialJSON: String) async throws -> T
  ) async throws -> T {
    await ready()
    let user = current?.user.id
    let asked = JSONValue.array([.string(call), .object(input), .text(user) ?? .null]).text
    if let kept = await recentPendingPasskey(), kept.asked == asked {
      do {
        return try await finish(kept.credentialJSON, send)
      } catch let error as AuthError where error.reason == .passkeyInvalid {
        // It was too late for it. The user is asked again.
      }
    }
    let credentialJSON = try await ceremony()
    try await disk.change { stored in
      try stored.requireReplaceable()
      stored.passkey = PendingPasskey(asked: asked, credentialJSON: credentialJSON, at: settings.clock.now())
      return true
    }
    return try await finish(credentialJSON, send)
  }

  private func finish<T: Sendable>(
    _ credentialJSON: String, _ send: @escaping @Sendable (isolated AuthClient, String) async throws -> T
  ) async throws -> T {
    try await shielded { client in
      do {
        let result = try await send(client, credentialJSON)
        await client.forgetPendingPasskey()
        return result
      } catch {
        if (error as? AuthError)?.isRetryable != true { await client.forgetPendingPasskey() }
        throw error
      }
    }
  }

  /// Best effort: it is of no use soon.
  private func forgetPendingPasskey() async {
    try? await disk.change { stored in
      guard stored.passkey != nil else { return false }
      stored.passkey = nil
      return true
    }
  }
}
