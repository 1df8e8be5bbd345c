import Foundation

/// The error of every failed call. Decide by `reason`. Its description has no token and no other secret.
public struct AuthError: Error, Sendable {
  /// What went wrong, for example `.invalidCredentials`.
  public let reason: Reason
  /// English text for developers, which may change.
  public let message: String
  /// The gRPC status in Connect's spelling, for example `unauthenticated`. It groups reasons.
  public let code: String
  /// The HTTP status; 0 when there was no answer.
  public let status: Int
  /// Whether the same call may succeed later: no network, a server that is down or busy, too many attempts.
  public let isRetryable: Bool
  /// How long the server asks to wait before the next attempt, in seconds, if it says so.
  public let retryAfter: TimeInterval?
  /// The id of the call in the server's log. Show it in bug reports.
  public let requestID: String?
  /// More about this failure, for example `rule` and `min_length` of `.weakPassword`.
  public internal(set) var metadata: [String: String]
  /// Only of `.emailCodeInvalid` and `.mfaCodeInvalid`: how often a code can still be tried. At 0, request another code,
  /// or sign in again.
  public internal(set) var attemptsLeft: Int?
  /// The error below this one, for example that of `URLSession`.
  public let underlyingError: (any Error)?

  let details: ErrorDetails

  init(
    _ reason: Reason, _ message: String, code: String = "unknown", status: Int = 0, isRetryable: Bool = false,
    retryAfter: TimeInterval? = nil, requestID: String? = nil, metadata: [String: String] = [:],
    underlyingError: (any Error)? = nil, details: ErrorDetails = ErrorDetails(nil)
  ) {
    self.reason = reason
    self.message = message
    self.code = code
    self.status = status
    self.isRetryable = isRetryable
    self.retryAfter = retryAfter
    self.requestID = requestID
    self.metadata = metadata
    self.underlyingError = underlyingError
    self.details = details
  }

  static func signedOut() -> AuthError {
    AuthError(.signedOut, "signed out", code: "unauthenticated")
  }

  static func storage(_ error: (any Error)? = nil) -> AuthError {
    AuthError(.storage, "storage failed", isRetryable: true, underlyingError: error)
  }

  static func noAnswer() -> AuthError {
    AuthError(.unknown, "no answer", isRetryable: true)
  }

  /// A wrong code that is not counted says nothing about how often it can be tried.
  var withAttemptsLeft: AuthError {
    var error = self
    error.attemptsLeft = metadata["attempts_left"].flatMap { Int($0) } ?? (reason == .emailCodeInvalid ? 0 : nil)
    return error
  }
}

extension AuthError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable, LocalizedError {
  /// The reason, the message and the id of the call.
  public var description: String {
    let id = requestID.map { ", request \($0)" } ?? ""
    return "\(reason): \(message) (\(code), HTTP \(status)\(id))"
  }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// The same as `description`: text for developers and not for users.
  public var errorDescription: String? { description }

  /// Without the details, which may have the challenge of a second factor.
  public var customMirror: Mirror {
    let children: [(String, Any)] = [
      ("reason", reason.rawValue), ("message", message), ("code", code), ("status", status),
      ("isRetryable", isRetryable), ("metadata", metadata),
    ]
    return Mirror(self, children: children.map { (label: $0.0, value: $0.1) })
  }
}
