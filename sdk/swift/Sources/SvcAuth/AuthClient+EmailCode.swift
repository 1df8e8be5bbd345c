import Foundation

extension AuthClient {
  func requestEmailCode(_ typed: String) async throws {
    let email = typed.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    do {
      try await shielded { client in
        // One after the other, so that the second of two taps has another code sent and does not begin anew.
        try await client.withLock("\(client.settings.storageKey).emailCode") { try await $0.askForCode(email) }
      }
    } catch {
      await reloadPendingEmailCode()
      throw error
    }
    await reloadPendingEmailCode()
  }

  /// Has a code sent. What is needed to use it is on disk before, because the app may be killed at any moment. After a
  /// lost answer the id is missing, and the next request begins a flow with the same verifier.
  private func askForCode(_ email: String) async throws {
    let issuer = try await issuerOfCodes()
    let now = settings.clock.now()
    var flow = EmailCodeFlow(
      email: email, codeVerifier: Base64URL.encode(settings.random(32)), issuer: issuer, at: now)
    var deviceToken: String?
    try await disk.change { stored in
      try stored.requireReplaceable()
      if let last = stored.emailCode, last.email == email, last.isRecent(now) {
        flow = last
        flow.at = now
      }
      deviceToken = stored.deviceToken(for: email)
      stored.emailCode = flow
      return true
    }
    let request = Fields([
      "email": .string(email), "codeChallenge": .string(Base64URL.encode(SHA256.hash(flow.codeVerifier))),
      "flowId": .text(flow.id), "deviceToken": .text(deviceToken),
    ])
    let answer = try await call("RequestEmailCode", request)
    flow.id = answer.text("flowId")
    try await disk.change { stored in
      try stored.requireReplaceable()
      guard stored.emailCode?.codeVerifier == flow.codeVerifier else { return false }
      stored.emailCode = flow
      return true
    }
  }

  private func issuerOfCodes() async throws -> String {
    if let emailCodeIssuer { return emailCodeIssuer }
    let issuer = try await projectConfig().issuer
    emailCodeIssuer = issuer
    return issuer
  }

  func signInWithEmailCode(_ typed: String) async throws -> Session {
    let stored = await disk.read()
    let proof = try EmailCodeProof(stored, typed: typed)
    let deviceToken = stored.deviceToken(for: stored.emailCode?.email ?? "")
    let request = proof.fields.merging(Fields(["deviceToken": .text(deviceToken)])) { code, _ in code }
    return try await shielded { client in
      do {
        let session = try await client.openSession("SignInWithEmailCode", request)
        await client.forgetEmailCode(proof.codeVerifier)
        return session
      } catch let error as AuthError {
        // The code was right. A second factor completes the sign-in.
        if error.reason.rawValue.hasPrefix("MFA_") { await client.forgetEmailCode(proof.codeVerifier) }
        throw error.withAttemptsLeft
      }
    }
  }

  /// Best effort: the code is used up, and the flow is forgotten with time.
  func forgetEmailCode(_ codeVerifier: String) async {
    try? await disk.change { stored in
      guard stored.emailCode?.codeVerifier == codeVerifier else { return false }
      stored.emailCode = nil
      return true
    }
    await reloadPendingEmailCode()
  }

  private func reloadPendingEmailCode() async {
    if pendingEmailCodeView.hasListeners { await pendingEmailCode() }
  }

  /// By way of the lock, which a sign-out that has not been written yet holds.
  @discardableResult
  func pendingEmailCode() async -> PendingEmailCode? {
    try? await disk.change { stored in
      try stored.requireReadable()
      var pending: PendingEmailCode?
      if let flow = stored.emailCode, flow.id != nil, flow.isRecent(settings.clock.now()) {
        pending = PendingEmailCode(
          email: flow.email, requestedAt: Date(timeIntervalSince1970: Double(flow.at) / 1000))
      }
      pendingEmailCodeView.send(pending)
      return false
    }
    return pendingEmailCodeView.value
  }
}
