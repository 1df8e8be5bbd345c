/// What a sign-in screen needs to know about the project.
public struct ProjectConfig: Sendable, Hashable {
  let fields: Fields

  /// A way to sign in.
  public enum SignInMethod: String, Sendable, CaseIterable {
    /// Email and password.
    case password
    /// A Google account.
    case google
    /// An Apple account.
    case apple
    /// Guests.
    case anonymous
    /// Codes by email.
    case emailCode
    /// Passkeys.
    case passkey
  }

  /// The name of the project.
  public var projectName: String { fields.string("projectName") }
  /// The short name of the project.
  public var slug: String { fields.string("slug") }
  /// Whether users can sign up.
  public var isSignUpOpen: Bool { fields.bool("signUpOpen") }
  /// Whether an email must be verified before the first sign-in.
  public var requiresEmailVerification: Bool { fields.bool("requireEmailVerification") }
  /// The client ids for Google's own SDK.
  public var googleClientIDs: GoogleClientIDs { GoogleClientIDs(fields: fields.object("googleClientIds")) }
  /// What a new password must satisfy.
  public var passwordPolicy: PasswordPolicy { PasswordPolicy(fields: fields.object("passwordPolicy")) }
  /// The look of the project's pages and emails, by the names of the contract, such as `colors` and `logoUrl`.
  public var theme: [String: JSONValue] { fields.object("theme") }
  /// Who issues the access tokens.
  public var issuer: String { fields.string("issuer") }
  /// For how many days a deleted account can be kept by signing in.
  public var deletionGraceDays: Int { Int(fields.int("deletionGraceDays")) }
  /// The domain that passkeys belong to; nil while they are off.
  public var passkeyDomain: String? { fields.text("passkeyRpId") }
  /// Who needs a second factor: `MFA_POLICY_OFF`, `MFA_POLICY_OPTIONAL`, `MFA_POLICY_REQUIRED` or
  /// `MFA_POLICY_REQUIRED_BY_CLAIM`; nil on servers that do not know second factors.
  public var mfaPolicy: String? { fields.text("mfaPolicy") }
  /// The language of emails and pages where nothing else decides; nil on servers that only know English.
  public var defaultLanguage: String? { fields.text("defaultLanguage") }
  /// The languages that emails and pages can have.
  public var languages: [String] { fields.strings("languages") }

  /// Whether users can sign in in this way.
  public func isEnabled(_ method: SignInMethod) -> Bool {
    fields.object("providers").object(method.rawValue).bool("enabled")
  }

  /// The client ids for Google's own SDK.
  public struct GoogleClientIDs: Sendable, Hashable {
    let fields: Fields

    /// For web pages.
    public var web: String { fields.string("web") }
    /// For iOS.
    public var ios: String { fields.string("ios") }
    /// For Android.
    public var android: String { fields.string("android") }
  }

  /// What a new password must satisfy.
  public struct PasswordPolicy: Sendable, Hashable {
    let fields: Fields

    /// How many characters it has at least.
    public var minimumLength: Int { Int(fields.int("minLength")) }
    /// Whether often used passwords are accepted.
    public var allowsCommon: Bool { fields.bool("allowCommon") }
  }
}
