import Foundation

/// For apps that handle the links in emails themselves. Nobody needs to be signed in. Without these methods, the server's
/// own pages do the confirming half.
extension AuthClient {
  /// Emails a new verification link. Always succeeds, so that nobody learns which emails have an account.
  public func requestEmailVerification(email: String) async throws {
    _ = try await call("RequestEmailVerification", ["email": .string(email)])
  }

  /// Marks the email as verified, with the token from an emailed link. `review` removes what `inspectEmailLink` lists
  /// and the owner of the mailbox does not recognise.
  ///
  /// - Throws: `.emailTokenInvalid`.
  @discardableResult
  public func confirmEmailVerification(token: String, review: EmailLinkReview? = nil) async throws -> User {
    keepUser(try await call("ConfirmEmailVerification", Self.confirmation(token, review)))
  }

  /// "This wasn't me": deletes an account that somebody else created with this email, or takes the email and the
  /// password away from an account that has other ways to sign in. Returns true when the whole account was deleted.
  ///
  /// - Throws: `.emailTokenInvalid`.
  @discardableResult
  public func rejectEmailVerification(token: String) async throws -> Bool {
    try await call("RejectEmailVerification", ["token": .string(token)]).bool("accountDeleted")
  }

  /// Emails a link to choose a new password. Always succeeds, so that nobody learns which emails have an account.
  public func requestPasswordReset(email: String) async throws {
    _ = try await call("RequestPasswordReset", ["email": .string(email)])
  }

  /// Sets a new password with the token from an emailed link, and ends every session of the user.
  ///
  /// - Throws: `.emailTokenInvalid`, `.weakPassword` (the link stays valid).
  public func confirmPasswordReset(token: String, newPassword: String) async throws {
    _ = try await call("ConfirmPasswordReset", ["token": .string(token), "newPassword": .string(newPassword)])
  }

  /// Makes the new address the user's email, with the token from an emailed link. `review` removes what
  /// `inspectEmailLink` lists and the owner of the mailbox does not recognise.
  ///
  /// - Throws: `.emailTokenInvalid`, `.emailAlreadyExists` (another account took it meanwhile).
  @discardableResult
  public func confirmEmailChange(token: String, review: EmailLinkReview? = nil) async throws -> User {
    keepUser(try await call("ConfirmEmailChange", Self.confirmation(token, review)))
  }

  /// Restores the old email, with the token from the email that its owner got, and ends every session. The password is
  /// removed: choose a new one with `confirmPasswordReset` and the token that is returned.
  ///
  /// - Throws: `.emailTokenInvalid`.
  public func undoEmailChange(token: String) async throws -> String {
    try await call("UndoEmailChange", ["token": .string(token)]).string("resetToken")
  }

  /// Says what an emailed link is about, without using it up.
  ///
  /// - Throws: `.emailTokenInvalid`.
  public func inspectEmailLink(token: String) async throws -> EmailLink {
    EmailLink(fields: try await call("InspectEmailLink", ["token": .string(token)]))
  }

  /// Emails a link that deletes the account, for people who no longer have the app. Always succeeds, so that nobody
  /// learns which emails have an account.
  public func requestAccountDeletion(email: String) async throws {
    _ = try await call("RequestAccountDeletion", ["email": .string(email)])
  }

  /// Deletes the account permanently, with the token from an emailed link, or at the returned time as `deleteAccount`
  /// does.
  ///
  /// - Throws: `.emailTokenInvalid`.
  @discardableResult
  public func confirmAccountDeletion(token: String) async throws -> Date? {
    try await call("ConfirmAccountDeletion", ["token": .string(token)]).date("deletionTime")
  }

  private static func confirmation(_ token: String, _ review: EmailLinkReview?) -> Fields {
    ["token": .string(token)].merging(review?.fields ?? [:]) { token, _ in token }
  }
}

/// What the owner of a mailbox decided about the sign-in methods that `inspectEmailLink` lists.
public struct EmailLinkReview: Sendable {
  /// Google and Apple accounts to remove.
  public var removedProviders: [Provider]
  /// Ids of passkeys to remove.
  public var removedPasskeys: [String]
  /// The link that the page has shown. All other accounts and passkeys are removed, because somebody added them
  /// meanwhile. Nil: they stay.
  public var listed: EmailLink?

  /// A decision. Without arguments nothing is removed.
  public init(removedProviders: [Provider] = [], removedPasskeys: [String] = [], listed: EmailLink? = nil) {
    self.removedProviders = removedProviders
    self.removedPasskeys = removedPasskeys
    self.listed = listed
  }

  var fields: Fields {
    Fields([
      "removeProviders": .texts(removedProviders.map(\.rawValue)),
      "removePasskeys": .texts(removedPasskeys),
      "listed": listed.map { link in
        .object([
          "providers": .texts(link.identities.map(\.provider.rawValue)),
          "passkeyIds": .texts(link.passkeys.map(\.id)),
        ])
      },
    ])
  }
}

/// What an emailed link is about.
public struct EmailLink: Sendable, Hashable {
  let fields: Fields

  /// What following it does, for example `verify_email`.
  public var purpose: String { fields.string("purpose") }
  /// The address that the email was sent to.
  public var email: String { fields.string("email") }
  /// The Google and Apple accounts that the owner of the mailbox should review.
  public var identities: [ReviewedIdentity] { fields.objects("identities").map(ReviewedIdentity.init) }
  /// The passkeys that the owner of the mailbox should review.
  public var passkeys: [ReviewedPasskey] { fields.objects("passkeys").map(ReviewedPasskey.init) }
}

/// A Google or Apple account that the owner of a mailbox should review.
public struct ReviewedIdentity: Sendable, Hashable {
  let fields: Fields

  /// Who runs the account.
  public var provider: Provider { Provider(rawValue: fields.string("provider")) }
  /// The address of the account.
  public var email: String { fields.string("email") }
  /// When it was added.
  public var linkedAt: Date? { fields.date("linkedAt") }
  /// Whether to keep it unless the owner says otherwise.
  public var isKeptByDefault: Bool { fields.bool("keepByDefault") }
}

/// A passkey that the owner of a mailbox should review.
public struct ReviewedPasskey: Sendable, Hashable, Identifiable {
  let fields: Fields

  /// The id, for `removedPasskeys`.
  public var id: String { fields.string("id") }
  /// What the user called it.
  public var name: String { fields.string("name") }
  /// When it was made.
  public var createdAt: Date? { fields.date("createdAt") }
  /// When it last signed in; nil before the first time.
  public var lastUsedAt: Date? { fields.date("lastUsedAt") }
  /// Whether to keep it unless the owner says otherwise.
  public var isKeptByDefault: Bool { fields.bool("keepByDefault") }
}
