#if canImport(AuthenticationServices) && (os(iOS) || os(macOS) || os(visionOS))
  import AuthenticationServices

  /// The browser of the system, above the app: `ASWebAuthenticationSession`. `redirectTo` needs a scheme of the app.
  public struct SystemWebAuthentication: WebAuthentication {
    /// The browser above the app's window.
    public init() {}

    /// Opens the browser, and closes it when the caller is cancelled.
    public func open(_ url: URL, redirectTo: URL) async throws -> URL {
      try await BrowserSession().run(url, scheme: redirectTo.scheme)
    }
  }

  @MainActor
  private final class BrowserSession: NSObject, ASWebAuthenticationPresentationContextProviding {
    private var session: ASWebAuthenticationSession?

    nonisolated override init() { super.init() }

    func run(_ url: URL, scheme: String?) async throws -> URL {
      let outcome = Outcome<URL>()
      let session = ASWebAuthenticationSession(url: url, callbackURLScheme: scheme) { url, error in
        if let url {
          outcome.resolve(.success(url))
        } else if (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin {
          outcome.resolve(.failure(WebAuthenticationCancelled()))
        } else {
          outcome.resolve(.failure(error ?? WebAuthenticationCancelled()))
        }
      }
      self.session = session
      session.presentationContextProvider = self
      return try await withTaskCancellationHandler {
        guard session.start() else { throw WebAuthenticationCancelled() }
        return try await outcome.value()
      } onCancel: {
        outcome.resolve(.failure(CancellationError()))
        Task { @MainActor in self.session?.cancel() }
      }
    }

    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
      ASPresentationAnchor()
    }
  }
#endif
