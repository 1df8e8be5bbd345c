import Foundation

/// The signed-in user. It is stored with all fields that the server sent, also those that have no property here.
public struct User: Sendable, Hashable, Identifiable {
  let fields: Fields

  /// The id, which never changes.
  public var id: String { fields.string("id") }
  /// The address; nil for guests and for users who signed up without one.
  public var email: String? { fields.text("email") }
  /// Whether the owner of the mailbox has confirmed the address.
  public var isEmailVerified: Bool { fields.bool("emailVerified") }
  /// Whether emails to the address come back.
  public var doesEmailBounce: Bool { fields.bool("emailBounces") }
  /// The name to show.
  public var displayName: String? { fields.text("displayName") }
  /// The picture to show.
  public var avatarURL: URL? { fields.text("avatarUrl").flatMap { URL(string: $0) } }
  /// The language of the user's emails, such as `de-AT`.
  public var locale: String? { fields.text("locale") }
  /// Whether the user is a guest, without a way to sign in again.
  public var isAnonymous: Bool { fields.bool("isAnonymous") }
  /// Whether the user has a password.
  public var hasPassword: Bool { fields.bool("hasPassword") }
  /// When the account was created.
  public var createdAt: Date? { fields.date("createdAt") }
  /// Roles and permissions that your backend set. Use them for the user interface; your backend reads its own copy in
  /// the access token.
  public var claims: [String: JSONValue] { fields.object("claims") }
  /// The Google and Apple accounts that can sign in as this user.
  public var identities: [Identity] { fields.objects("identities").map(Identity.init) }
  /// How the user gets back in when passwords and passkeys are lost; nil on servers that do not know passkeys.
  public var recovery: AccountRecovery? { fields.text("recovery").map(AccountRecovery.init) }

  /// The user of an answer: what is empty on the wire is absent, and names are short.
  init(answer: Fields) {
    var fields = answer
    for name in ["email", "displayName", "avatarUrl", "locale", "recovery"] where fields.text(name) == nil {
      fields[name] = nil
    }
    fields.shorten("recovery", prefix: "ACCOUNT_RECOVERY")
    if fields["identities"] != nil {
      fields["identities"] = .array(
        answer.objects("identities").map { identity in
          var identity = identity
          identity.shorten("provider", prefix: "OAUTH_PROVIDER")
          return .object(identity)
        })
    }
    self.fields = fields
  }

  init(fields: Fields) { self.fields = fields }
}

/// A Google or Apple account that can sign in as the user.
public struct Identity: Sendable, Hashable {
  let fields: Fields

  /// Who runs the account.
  public var provider: Provider { Provider(rawValue: fields.string("provider")) }
  /// The address of the account.
  public var email: String { fields.string("email") }
  /// When it was added to the user.
  public var linkedAt: Date? { fields.date("linkedAt") }
}

/// Who runs the account that a user signs in with instead of a password.
public struct Provider: RawRepresentable, Hashable, Sendable {
  /// The name in URLs, for example `google`.
  public let rawValue: String
  /// A provider by its name in URLs.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Google.
  public static let google = Self(rawValue: "google")
  /// Apple.
  public static let apple = Self(rawValue: "apple")

  var wireName: JSONValue { .string("OAUTH_PROVIDER_\(rawValue.uppercased())") }
}

/// How a user gets back in when passwords and passkeys are lost.
public struct AccountRecovery: RawRepresentable, Hashable, Sendable {
  /// The short name.
  public let rawValue: String
  /// A way by its short name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// By email.
  public static let email = Self(rawValue: "email")
  /// With a Google or Apple account.
  public static let provider = Self(rawValue: "provider")
  /// Not at all: ask for an address.
  public static let none = Self(rawValue: "none")
}
