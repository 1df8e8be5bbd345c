extension AuthClient {
  func signInWithPasskey() async throws -> Session {
    let credentialJSON = try await askForPasskey()
    do {
      return try await openSession(
        Passkeys.service("SignInWithPasskey"), ["credentialJson": .string(credentialJSON)])
    } catch let error as AuthError {
      if error.metadata["signal"] == "unknown", let device = settings.options.passkeys {
        let id = PendingPasskey.id(of: credentialJSON)
        let domain = error.metadata["rp_id"] ?? ""
        Task { await device.forget(credentialID: id, domain: domain) }
      }
      throw error
    }
  }

  /// Asks the user for a passkey, as a sign-in does, and returns the answer of the device.
  func askForPasskey() async throws -> String {
    try await ceremony(creates: false) { try await $0.call(Passkeys.service("StartPasskeySignIn")) }
  }

  func signUpWithPasskey(_ input: Fields) async throws -> Session? {
    let asks = input.filter { $0.key != "passkeyName" }
    let ask: () async throws -> String = {
      try await self.ceremony(creates: true) { try await $0.call(Passkeys.service("StartPasskeySignUp"), asks) }
    }
    let open: @Sendable (isolated AuthClient, String) async throws -> Session? = { client, credentialJSON in
      let body = input.merging(["credentialJson": .string(credentialJSON)]) { _, new in new }
      return try await client.open(Passkeys.service("SignUpWithPasskey"), body)
    }
    // Without an address nothing tells the next person at the device from this one.
    if input["email"] == nil { return try await open(self, try await ask()) }
    return try await withPendingPasskey("SignUp", input, ceremony: ask, send: open)
  }

  func linkPasskey(_ input: Fields) async throws -> Session {
    try await withPendingPasskey("Link", input) {
      try await ceremony(creates: true) { try await $0.callAsUser(Passkeys.service("StartPasskeyLink")) }
    } send: { client, credentialJSON in
      try await client.sendLink(credentialJSON, input)
    }
  }

  private func sendLink(_ credentialJSON: String, _ input: Fields) async throws -> Session {
    let proof = input.merging(["credentialJson": .string(credentialJSON)]) { _, new in new }
    do {
      return try await rotate(isDone: { _, _, _ in false }) { client, attemptID, token in
        let body = proof.merging(["attemptId": .string(attemptID)]) { _, new in new }
        return try await client.call(Passkeys.service("LinkPasskey"), body, token: token)
      }
    } catch let error as AuthError {
      // Perhaps an earlier attempt has succeeded, but its answer was lost.
      let isRefused = error.reason == .passkeyInvalid || error.reason == .passkeyAlreadyExists
      guard let session = current, isRefused else { throw error }
      let id = PendingPasskey.id(of: credentialJSON)
      guard try await listPasskeys().contains(where: { $0.credentialID == id }) else { throw error }
      return Session(session)
    }
  }

  func listPasskeys() async throws -> [Passkey] {
    let user = current?.user.id
    let answer = try await callAsUser(Passkeys.service("ListMyPasskeys"))
    let passkeys = answer.objects("passkeys").map(Passkey.init)
    if user == current?.user.id { knownPasskeys = passkeys }
    if let device = settings.options.passkeys, let userID = answer.text("userHandle") {
      let domain = answer.string("rpId")
      let pending = await recentPendingPasskey().map { PendingPasskey.id(of: $0.credentialJSON) }
      let ids = passkeys.filter { $0.domain == domain }.map(\.credentialID) + [pending].compactMap { $0 }
      Task { await device.keepOnly(credentialIDs: ids, userID: userID, domain: domain) }
    }
    return passkeys
  }

  func removePasskey(_ id: String, _ currentPassword: String?) async throws {
    let removed = knownPasskeys.first { $0.id == id }
    let request = Fields(["passkeyId": .string(id), "currentPassword": .text(currentPassword)])
    _ = try await callAsUser(Passkeys.service("RemoveMyPasskey"), request)
    if let removed, let device = settings.options.passkeys {
      Task { await device.forget(credentialID: removed.credentialID, domain: removed.domain) }
    }
    _ = try? await listPasskeys()
  }

  /// Asks the device, one ceremony at a time: a new one ends the one before.
  private func ceremony(
    creates: Bool, start: @escaping @Sendable (isolated AuthClient) async throws -> Fields
  ) async throws -> String {
    passkeyCeremony?.cancel()
    guard let device = settings.options.passkeys, device.isAvailable else {
      throw Self.passkeyError(PasskeyFailure.failed(name: "NotSupportedError", message: "this device has no passkeys"))
    }
    let task = Task<String, any Error> {
      let optionsJSON = try await start(self).string("optionsJson")
      do {
        try Task.checkCancellation()
        return try await creates ? device.create(optionsJSON: optionsJSON) : device.get(optionsJSON: optionsJSON)
      } catch {
        throw Self.passkeyError(error)
      }
    }
    passkeyCeremony = task
    do {
      return try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    } catch is CancellationError {
      throw Self.passkeyError(PasskeyFailure.cancelled)
    }
  }

  private static func passkeyError(_ error: any Error) -> AuthError {
    switch error {
    case is CancellationError, PasskeyFailure.cancelled:
      AuthError(.cancelled, "the user turned back", underlyingError: error)
    case PasskeyFailure.alreadyExists:
      AuthError(.passkeyAlreadyExists, "this device has a passkey of the account", underlyingError: error)
    case PasskeyFailure.failed(let name, let message):
      AuthError(.passkeyFailed, message, metadata: ["error": name], underlyingError: error)
    default:
      AuthError(
        .passkeyFailed, "the device refused", metadata: ["error": String(describing: type(of: error))],
        underlyingError: error)
    }
  }
}
