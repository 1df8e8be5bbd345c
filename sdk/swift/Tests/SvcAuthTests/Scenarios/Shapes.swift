import Foundation

@testable import SvcAuth

/// Results in the forms in which the scenarios compare them.
enum Shape {
  static func session(_ session: Session) -> JSONValue {
    .object(
      Fields([
        "accessToken": .string(session.accessToken), "expiresAt": milliseconds(session.expiresAt),
        "canceledDeletionTime": session.canceledDeletionTime.map(time),
      ]))
  }

  static func signUp(_ result: SignUpResult) -> JSONValue {
    switch result {
    case .signedIn(let session): .object(["status": .string("signedIn"), "session": Shape.session(session)])
    case .verifyEmail: .object(["status": .string("verifyEmail")])
    }
  }

  static func state(_ state: AuthState) -> JSONValue {
    switch state {
    case .loading: .object(["status": .string("loading")])
    case .signedOut(let reason):
      .object(Fields(["status": .string("signedOut"), "reason": .text(reason?.rawValue)]))
    case .signedIn(let user, let session, let isStale):
      .object([
        "status": .string("signedIn"), "user": .object(user.fields), "session": Shape.session(session),
        "stale": .bool(isStale),
      ])
    }
  }

  static func pending(_ pending: PendingEmailCode?) -> JSONValue {
    guard let pending else { return .null }
    return .object(["email": .string(pending.email), "requestedAt": milliseconds(pending.requestedAt)])
  }

  static func step(_ step: MFAStep?) -> JSONValue {
    guard case .prove(let factors, let expiresAt) = step else { return .null }
    return .object([
      "step": .string("prove"), "factors": .texts(factors.map(\.rawValue)), "expiresAt": time(expiresAt),
    ])
  }

  static func purchase(_ result: PurchaseResult) -> JSONValue {
    switch result {
    case .subscription(let subscription): .object(["subscription": .object(subscription.fields)])
    case .purchase(let purchase): .object(["purchase": .object(purchase.fields)])
    case .refused(let reason): .object(["errorReason": .string(reason)])
    }
  }

  static func error(_ error: any Error) -> JSONValue {
    guard let error = error as? AuthError else { return .object(["thrown": .string(String(describing: error))]) }
    return .object(
      Fields([
        "reason": .string(error.reason.rawValue), "code": .string(error.code), "status": .int(Int64(error.status)),
        "retryable": .bool(error.isRetryable),
        "retryAfterMs": error.retryAfter.map { .int(Int64($0 * 1000)) },
        "metadata": .object(error.metadata.mapValues(JSONValue.string)),
        "attemptsLeft": error.attemptsLeft.map { .int(Int64($0)) },
      ]))
  }

  static func time(_ date: Date) -> JSONValue { .string(ISO8601DateFormatter().string(from: date)) }

  private static func milliseconds(_ date: Date) -> JSONValue {
    .int(Int64((date.timeIntervalSince1970 * 1000).rounded()))
  }
}
