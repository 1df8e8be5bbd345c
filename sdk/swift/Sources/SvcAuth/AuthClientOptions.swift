import Foundation

extension AuthClient {
  /// What `AuthClient` can be told besides the three things that it needs.
  public struct Options: Sendable {
    /// The key in the storage. Set it only to keep two sessions of one project side by side. Default: made from the
    /// publishable key.
    public var storageKey: String?
    /// The language of the user, such as `de-AT`, for the emails that a call causes. It is asked before each call.
    /// Default: the language of the device.
    public var locale: @Sendable () -> String? = { Locale.preferredLanguages.first }
    /// How long one call may take, in seconds.
    public var timeout: TimeInterval = 15
    /// How long before its expiry an access token is renewed, in seconds. Default: about a minute, a little different
    /// for each client, so that not all of them ask at the same time.
    public var refreshMargin: TimeInterval?
    /// Sends the requests.
    public var transport: any Transport = URLSessionTransport()
    /// Opens the browser for Google and Apple. Default: the system's, where there is one.
    public var browser: (any WebAuthentication)? = defaultBrowser()
    /// Makes and uses passkeys. Default: the system's, where there are passkeys.
    public var passkeys: (any PasskeyAuthenticator)? = defaultPasskeys()
    /// Receives errors that no call of yours can throw, such as a failed write in the background.
    public var onError: @Sendable (any Error) -> Void = { _ in }

    var clock: any DeviceClock = SystemClock()

    /// The defaults.
    public init() {}

    private static func defaultBrowser() -> (any WebAuthentication)? {
      #if canImport(AuthenticationServices) && (os(iOS) || os(macOS) || os(visionOS))
        return SystemWebAuthentication()
      #else
        return nil
      #endif
    }

    private static func defaultPasskeys() -> (any PasskeyAuthenticator)? {
      #if canImport(AuthenticationServices) && (os(iOS) || os(macOS) || os(visionOS))
        if #available(iOS 16, macOS 13, *) { return SystemPasskeys() }
      #endif
      return nil
    }
  }
}

/// What stays the same as long as the client lives.
struct Settings: Sendable {
  let baseURL: String
  let publishableKey: String
  let storageKey: String
  /// In milliseconds.
  let refreshMargin: Int64
  let options: AuthClient.Options

  init(url: URL, publishableKey: String, options: AuthClient.Options) {
    var text = url.absoluteString
    while text.hasSuffix("/") { text.removeLast() }
    baseURL = text
    self.publishableKey = publishableKey
    storageKey = options.storageKey ?? "svc.auth.\(publishableKey.prefix(15))"
    refreshMargin = Int64(1000 * (options.refreshMargin ?? 60 * Double.random(in: 1...1.25)))
    self.options = options
  }

  var clock: any DeviceClock { options.clock }

  /// The system's generator, which nobody can predict.
  func random(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  func newAttemptID() -> String { Hex.encode(random(16)) }
}
