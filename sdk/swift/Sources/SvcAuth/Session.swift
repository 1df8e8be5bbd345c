import Foundation

/// The access token and its expiry. The refresh token stays inside the client. Printing a session shows no token.
public struct Session: Sendable, Hashable {
  /// What your backend verifies. It may have expired: `AuthClient.accessToken()` returns one that has not.
  public let accessToken: String
  /// When the access token expires, by this device's clock.
  public let expiresAt: Date
  /// Only in what a sign-in returns: it kept an account that was to be deleted at this time. Say that the account stays.
  public let canceledDeletionTime: Date?

  init(_ stored: StoredSession, canceledDeletionTime: Date? = nil) {
    accessToken = stored.accessToken
    expiresAt = Date(timeIntervalSince1970: Double(stored.receivedAt + stored.lifetime) / 1000)
    self.canceledDeletionTime = canceledDeletionTime
  }
}

extension Session: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// When the session expires, without the token.
  public var description: String { "Session(expiresAt: \(expiresAt))" }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// Without the token.
  public var customMirror: Mirror { Mirror(self, children: ["expiresAt": expiresAt]) }
}
