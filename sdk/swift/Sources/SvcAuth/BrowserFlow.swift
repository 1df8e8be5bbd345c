import Foundation

/// A sign-in in the browser that has begun. Stored, because the app may be killed meanwhile.
struct BrowserFlow {
  /// Longer than a sign-in at the provider takes.
  private static let lifetime: Int64 = 900_000

  let fields: Fields

  init(fields: Fields) { self.fields = fields }

  init(provider: Provider, links: Bool, user: String?, settings: Settings) {
    fields = Fields([
      "state": .string(Base64URL.encode(settings.random(16))),
      "codeVerifier": .string(Base64URL.encode(settings.random(32))),
      "provider": .string(provider.rawValue), "links": .bool(links), "user": .text(user),
      "at": .int(settings.clock.now()),
    ])
  }

  var state: String { fields.string("state") }
  var codeVerifier: String { fields.string("codeVerifier") }
  var provider: Provider { Provider(rawValue: fields.string("provider")) }
  /// Whether it adds an account to the signed-in user.
  var links: Bool { fields.bool("links") }

  /// A foreign link may be an attempt to sign this device in to another account.
  func accepts(_ link: RedirectLink, user: String?, now: Int64) -> Bool {
    link.state == state && now - fields.int("at") < Self.lifetime && (!links || fields.text("user") == user)
  }

  func startURL(_ settings: Settings, redirectTo: URL) -> URL? {
    let query = [
      ("key", settings.publishableKey), ("redirect_to", redirectTo.absoluteString),
      ("code_challenge", Base64URL.encode(SHA256.hash(codeVerifier))), ("code_challenge_method", "S256"),
      ("state", state),
    ]
    let allowed = CharacterSet(charactersIn: "-._~").union(.alphanumerics)
    let pairs = query.map { "\($0.0)=\($0.1.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")" }
    return URL(string: "\(settings.baseURL)/oauth/\(provider.rawValue)/start?\(pairs.joined(separator: "&"))")
  }
}

/// The URL that the browser came back with.
struct RedirectLink {
  private let query: [Substring: String]

  init(_ url: URL) {
    let link = url.absoluteString.split(separator: "#", omittingEmptySubsequences: false).first ?? ""
    let text = link.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first ?? ""
    let pairs = text.split(separator: "&").map { pair -> (Substring, String) in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (parts[0], parts.count > 1 ? String(parts[1]) : "")
    }
    query = Dictionary(pairs) { _, last in last }
  }

  var state: String? { value("state") }
  var code: String? { value("code") }
  var error: String? { value("error") }
  var reason: String? { value("reason") }

  /// The link of an email code has a code too, but no state.
  var isRedirect: Bool { state != nil && (code != nil || error != nil) }

  private func value(_ name: Substring) -> String? {
    query[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
