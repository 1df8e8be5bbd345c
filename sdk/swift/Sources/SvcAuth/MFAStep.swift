import Foundation

/// A way to prove the second factor.
public enum SecondFactor: String, Sendable, Hashable {
  /// A code of the authenticator app.
  case totp
  /// A passkey.
  case passkey
  /// One of the recovery codes.
  case recoveryCode = "recovery_code"
}

/// What the app shows next in a sign-in that needs a second factor.
public enum MFAStep: Sendable, Hashable {
  /// Ask for a proof, and call `completeSignIn`. The factors are what the user can prove, the most usual first.
  case prove(factors: [SecondFactor], expiresAt: Date)
  /// Say that the account needs an authenticator app, and call `startRequiredEnrollment`.
  case enroll(expiresAt: Date)
  /// Show the secret, ask for a code of the app, and call `confirmTOTPEnrollment`.
  case confirm(TOTPEnrollment)
  /// Show the recovery codes, which nobody can see again, and call `cancel` when the user has kept them.
  case recoveryCodes(RecoveryCodes)
}

/// An authenticator app that is about to be enrolled: show `uri` as a QR code, and `secret` below it. Printing it shows
/// neither.
public struct TOTPEnrollment: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// For those who cannot scan the QR code.
  public let secret: String
  /// What the QR code has.
  public let uri: String
  /// Whether `confirmTOTPEnrollment` also needs a code that was mailed to the user.
  public let needsEmailCode: Bool
  /// Until when it can be confirmed, by the server's clock.
  public let expiresAt: Date?

  init(_ fields: Fields) {
    secret = fields.string("secret")
    uri = fields.string("uri")
    needsEmailCode = fields.bool("needsEmailCode")
    expiresAt = fields.date("expiresAt")
  }

  /// Without the secret.
  public var description: String { "TOTPEnrollment" }
  /// Without the secret.
  public var debugDescription: String { description }
  /// Without the secret.
  public var customMirror: Mirror { Mirror(self, children: ["needsEmailCode": needsEmailCode]) }
}

/// Each replaces the authenticator app once. Nobody can see them again: show them at once. Printing them shows none.
public struct RecoveryCodes: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The codes.
  public let codes: [String]

  /// Without the codes.
  public var description: String { "RecoveryCodes" }
  /// Without the codes.
  public var debugDescription: String { description }
  /// Without the codes.
  public var customMirror: Mirror { Mirror(self, children: ["count": codes.count]) }
}

/// What a sign-in still needs. The token is a secret.
struct MFAChallenge {
  let token: String
  let factors: [SecondFactor]
  let expiresAt: Date

  /// Factors are numbers of the contract, of which a newer server may know more. A timestamp is the number of its field,
  /// seconds, the number of its field, nanoseconds.
  init(token: String, factors: [UInt64], expiry: [UInt64]) {
    self.token = token
    self.factors = factors.compactMap { number in
      switch number {
      case 1: .totp
      case 2: .passkey
      case 3: .recoveryCode
      default: nil
      }
    }
    let seconds = expiry.count > 1 ? Double(expiry[1]) : 0
    let nanoseconds = expiry.count > 3 ? Double(expiry[3]) : 0
    expiresAt = Date(timeIntervalSince1970: seconds + nanoseconds / 1e9)
  }
}

/// A step with its tokens, which the app does not see. In memory only, because a challenge stands for the first factor.
struct HeldStep: Sendable, Equatable {
  let step: MFAStep
  /// For `CompleteSignIn`.
  var mfaToken: String?
  /// For `StartRequiredEnrollment`.
  var token: String?
  /// For `ConfirmTotpEnrollment`.
  var enrollmentToken: String?
}

extension AuthClient {
  func hold(_ next: HeldStep?) {
    heldStep = next
    mfaStepView.send(next?.step)
  }

  /// Somebody has signed in or out, perhaps another client.
  func endStep(before: AuthState, after: AuthState) {
    guard let heldStep, before != .loading else { return }
    switch after {
    case .signedOut: hold(nil)
    case .signedIn(let user, _, _) where before.user?.id != user.id:
      if case .recoveryCodes = heldStep.step { return }
      hold(nil)
    default: break
    }
  }
}
