import Foundation

/// Opens a browser for a sign-in with Google or Apple. `SystemWebAuthentication` does it on iOS, macOS and visionOS.
public protocol WebAuthentication: Sendable {
  /// Opens the browser at `url` and returns the URL that it came back with, which begins with `redirectTo`. Throws
  /// `WebAuthenticationCancelled` when the user closes the browser.
  func open(_ url: URL, redirectTo: URL) async throws -> URL
}

/// The user closed the browser.
public struct WebAuthenticationCancelled: Error {
  /// The error that a `WebAuthentication` throws.
  public init() {}
}
