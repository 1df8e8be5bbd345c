import Foundation

/// Signs in with a code that the user gets by email, if the project allows it: `projectConfig()` says so. A code works
/// on the device that asked for it and nowhere else, also after the app was killed and started again.
public struct EmailCodes: Sendable {
  let client: AuthClient

  /// Emails a code to this address. Again for the same address it sends another code, and the earlier one stops working.
  /// Succeeds whether or not the address has an account, and when too many codes were requested.
  ///
  /// - Throws: `.emailCodeDisabled`, `.unimplemented` (the server is older than email codes), `.storage` (nothing was
  ///   sent, because the device could not store what it needs to use the code).
  public func request(email: String) async throws {
    try await client.requestEmailCode(email)
  }

  /// Signs in with the code of the last email, and creates the account if there is none. Spaces and hyphens in the code
  /// do not matter.
  ///
  /// - Throws: `.emailCodeInvalid` (wrong, expired, used or not requested on this device; `attemptsLeft` says how often
  ///   it can still be tried), `.emailCodeDisabled`, `.userDisabled`, `.signUpClosed`, `.emailAlreadyExists`,
  ///   `.rateLimited`, and those of second factors, as in `AuthClient.signIn`.
  @discardableResult
  public func signIn(code: String) async throws -> Session {
    try await client.signInWithEmailCode(code)
  }

  /// The code in the link of the email, for `signIn`, when the link opens your app. Nil for all other links, also for
  /// those that another device or project asked for. Opening a link signs nobody in.
  public func code(from url: URL) async -> String? {
    await client.disk.read().emailCode?.code(in: url.absoluteString)
  }

  /// The code that was requested on this device and can still be used, as far as the device knows.
  public func pending() async -> PendingEmailCode? {
    await client.pendingEmailCode()
  }

  /// What `pending()` returns, now and whenever it changes: ask for the address (nil) or for the code.
  public var pendingCodes: AsyncStream<PendingEmailCode?> {
    let stream = client.pendingEmailCodeView.stream()
    Task { await client.pendingEmailCode() }
    return stream
  }

  /// Tells which device asked for the code in a link. For an app that its link opens on another device: show the code of
  /// the link, and where to type it. The id is in the link, as `flow`.
  ///
  /// - Throws: `.emailCodeInvalid` (the code is over).
  public func inspect(flowID: String) async throws -> EmailCodeOrigin {
    EmailCodeOrigin(fields: try await client.call("InspectEmailCode", ["flowId": .string(flowID)]))
  }
}

/// A code that was requested on this device.
public struct PendingEmailCode: Sendable, Hashable {
  /// Where the code was sent.
  public let email: String
  /// When it was last requested, by this device's clock.
  public let requestedAt: Date
}

/// Which device asked for a code, and when.
public struct EmailCodeOrigin: Sendable, Hashable {
  let fields: Fields

  /// The device, as its app named it.
  public var userAgent: String { fields.string("userAgent") }
  /// When the code was requested.
  public var requestedAt: Date? { fields.date("requestTime") }
}

extension AuthClient {
  /// Sign-in with a code by email.
  public nonisolated var emailCodes: EmailCodes { EmailCodes(client: self) }
}
