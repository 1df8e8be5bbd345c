#if canImport(AuthenticationServices) && (os(iOS) || os(macOS) || os(visionOS))
  import AuthenticationServices

  /// The passkeys of the system: `ASAuthorizationController`. The app needs the associated domain `webcredentials:` of the
  /// project's passkey domain.
  @available(iOS 16, macOS 13, *)
  public struct SystemPasskeys: PasskeyAuthenticator {
    /// The passkeys of the system.
    public init() {}

    /// Always true: the system has them.
    public var isAvailable: Bool { true }

    /// Asks the user, and makes a passkey.
    public func create(optionsJSON: String) async throws -> String {
      let options = try JSONValue(parsing: optionsJSON).object ?? [:]
      let user = options.object("user")
      let request = Self.provider(options.object("rp").string("id")).createCredentialRegistrationRequest(
        challenge: Self.data(options.string("challenge")), name: user.string("name"),
        userID: Self.data(user.string("id")))
      request.userVerificationPreference = .required
      if #available(iOS 17.4, macOS 14.4, *) {
        request.excludedCredentials = options.objects("excludeCredentials").map {
          ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: Self.data($0.string("id")))
        }
      }
      return try await PasskeyRequest().run(request)
    }

    /// Asks the user, and uses a passkey.
    public func get(optionsJSON: String) async throws -> String {
      let options = try JSONValue(parsing: optionsJSON).object ?? [:]
      let request = Self.provider(options.string("rpId")).createCredentialAssertionRequest(
        challenge: Self.data(options.string("challenge")))
      request.userVerificationPreference = .required
      request.allowedCredentials = options.objects("allowCredentials").map {
        ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: Self.data($0.string("id")))
      }
      return try await PasskeyRequest().run(request)
    }

    private static func provider(_ domain: String) -> ASAuthorizationPlatformPublicKeyCredentialProvider {
      ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: domain)
    }

    private static func data(_ text: String) -> Data { Data(Base64URL.decode(text) ?? []) }
  }

  @available(iOS 16, macOS 13, *)
  @MainActor
  private final class PasskeyRequest: NSObject, ASAuthorizationControllerDelegate,
    ASAuthorizationControllerPresentationContextProviding
  {
    private let outcome = Outcome<String>()
    private var controller: ASAuthorizationController?

    nonisolated override init() { super.init() }

    func run(_ request: ASAuthorizationRequest) async throws -> String {
      let controller = ASAuthorizationController(authorizationRequests: [request])
      self.controller = controller
      controller.delegate = self
      controller.presentationContextProvider = self
      controller.performRequests()
      return try await withTaskCancellationHandler {
        try await outcome.value()
      } onCancel: {
        outcome.resolve(.failure(PasskeyFailure.cancelled))
        Task { @MainActor in self.controller?.cancel() }
      }
    }

    func authorizationController(
      controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
      switch authorization.credential {
      case let new as ASAuthorizationPlatformPublicKeyCredentialRegistration:
        answer(
          new.credentialID,
          ["clientDataJSON": new.rawClientDataJSON, "attestationObject": new.rawAttestationObject ?? Data()])
      case let used as ASAuthorizationPlatformPublicKeyCredentialAssertion:
        answer(
          used.credentialID,
          [
            "clientDataJSON": used.rawClientDataJSON, "authenticatorData": used.rawAuthenticatorData,
            "signature": used.signature, "userHandle": used.userID,
          ])
      default: outcome.resolve(.failure(PasskeyFailure.failed(name: "unknown", message: "unknown credential")))
      }
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
      let code = (error as NSError).code
      let failure: PasskeyFailure =
        switch code {
        case ASAuthorizationError.canceled.rawValue: .cancelled
        // matchedExcludedCredential, which older SDKs do not name.
        case 1006: .alreadyExists
        default: .failed(name: "ASAuthorizationError \(code)", message: error.localizedDescription)
        }
      outcome.resolve(.failure(failure))
    }

    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
      ASPresentationAnchor()
    }

    private func answer(_ id: Data, _ response: [String: Data]) {
      let id = JSONValue.string(Base64URL.encode(Array(id)))
      let fields: Fields = [
        "id": id, "rawId": id, "type": .string("public-key"), "clientExtensionResults": .object([:]),
        "response": .object(response.mapValues { .string(Base64URL.encode(Array($0))) }),
      ]
      outcome.resolve(.success(JSONValue.object(fields).text))
    }
  }
#endif
