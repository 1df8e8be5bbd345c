import Foundation

/// A proof whose answer may have been lost, and what the access token said before.
struct LostReauthentication {
  let request: Fields
  let sessionID: String
  let authTime: Int64
}

extension AuthClient {
  func beginStep(_ error: any Error) -> MFAStep? {
    guard let error = error as? AuthError, let challenge = error.details.challenge else { return nil }
    let expiresAt = challenge.expiresAt
    if error.reason == .mfaRequired {
      hold(HeldStep(step: .prove(factors: challenge.factors, expiresAt: expiresAt), mfaToken: challenge.token))
    } else {
      hold(HeldStep(step: .enroll(expiresAt: expiresAt), token: challenge.token))
    }
    return heldStep?.step
  }

  func completeSignIn(_ proof: SecondFactorProof?) async throws -> Session {
    guard let mine = heldStep, let mfaToken = mine.mfaToken else { throw Self.nothingBegun() }
    let request = ["mfaToken": .string(mfaToken)].merging(try await fields(of: proof)) { token, _ in token }
    return try await shielded { client in
      do {
        let session = try await client.openSession(MFA.service("CompleteSignIn"), request)
        client.release(mine)
        return session
      } catch let error as AuthError {
        let error = error.withAttemptsLeft
        if error.reason == .mfaChallengeInvalid || error.attemptsLeft == 0 { client.release(mine) }
        throw error
      }
    }
  }

  /// Recovery codes are still shown.
  private func release(_ mine: HeldStep) {
    guard heldStep == mine else { return }
    if case .recoveryCodes = mine.step { hold(HeldStep(step: mine.step)) } else { hold(nil) }
  }

  private func fields(of proof: SecondFactorProof?) async throws -> Fields {
    switch proof {
    case .totpCode(let code): ["totpCode": .string(code)]
    case .recoveryCode(let code): ["recoveryCode": .string(code)]
    case .passkey: ["passkeyJson": .string(try await askForPasskey())]
    case nil: [:]
    }
  }

  func startRequiredEnrollment() async throws -> TOTPEnrollment {
    guard let token = heldStep?.token else { throw Self.nothingBegun() }
    let answer = try await call(MFA.service("StartRequiredEnrollment"), ["enrollmentToken": .string(token)])
    return enroll(answer, token: token)
  }

  func startEnrollment() async throws -> TOTPEnrollment {
    enroll(try await callAsUser(MFA.service("StartTotpEnrollment")), token: nil)
  }

  private func enroll(_ answer: Fields, token: String?) -> TOTPEnrollment {
    let fields = answer.object("enrollment")
    let enrollment = TOTPEnrollment(fields)
    hold(HeldStep(step: .confirm(enrollment), token: token, enrollmentToken: fields.text("enrollmentToken")))
    return enrollment
  }

  func confirmEnrollment(_ totpCode: String, _ emailCode: String?) async throws -> RecoveryCodes {
    guard let mine = heldStep, let enrollmentToken = mine.enrollmentToken else { throw Self.nothingBegun() }
    let request = Fields([
      "enrollmentToken": .string(enrollmentToken), "totpCode": .string(totpCode), "emailCode": .text(emailCode),
    ])
    return try await shielded { client in
      let answer: Fields
      do {
        answer = try await client.call(MFA.service("ConfirmTotpEnrollment"), request)
      } catch let error as AuthError {
        if error.reason == .mfaChallengeInvalid, client.heldStep == mine { client.hold(nil) }
        throw error.withAttemptsLeft
      }
      let codes = RecoveryCodes(codes: answer.strings("recoveryCodes"))
      let mfaToken = answer.text("mfaToken")
      client.hold(HeldStep(step: .recoveryCodes(codes), mfaToken: mfaToken))
      // The recovery codes are returned whatever comes of it.
      if mfaToken != nil { _ = try? await client.completeSignIn(nil) }
      return codes
    }
  }

  func reauthenticate(_ proof: Proof) async throws -> Session {
    let stored = await disk.read()
    switch proof {
    case .password(let password): return try await sendProof(["password": .string(password)])
    case .totpCode(let code): return try await sendProof(["totpCode": .string(code)])
    case .passkey: return try await sendProof(["passkeyJson": .string(try await askForPasskey())])
    case .emailCode(let typed):
      let code = try EmailCodeProof(stored, typed: typed)
      let session = try await sendProof(["emailCode": .object(code.fields)])
      await forgetEmailCode(code.codeVerifier)
      return session
    }
  }

  /// After a lost answer the token tells whether the proof has arrived: most proofs work once.
  private func sendProof(_ request: Fields) async throws -> Session {
    do {
      let session = try await rotate(isDone: { client, _, _ in client.hasArrived(request) }) {
        client, attemptID, token in
        client.lastReauthentication = LostReauthentication(request: request, token: token)
        let body = request.merging(["attemptId": .string(attemptID)]) { _, new in new }
        return try await client.call(MFA.service("Reauthenticate"), body, token: token)
      }
      lastReauthentication = nil
      return session
    } catch let error as AuthError {
      if !error.isRetryable { lastReauthentication = nil }
      throw error.withAttemptsLeft
    }
  }

  private func hasArrived(_ request: Fields) -> Bool {
    guard let last = lastReauthentication, let current else { return false }
    let now = LostReauthentication(request: request, token: current.accessToken)
    return last.request == request && last.sessionID == now.sessionID && now.authTime > last.authTime
  }

  private static func nothingBegun() -> AuthError {
    AuthError(.mfaChallengeInvalid, "nothing was begun", code: "failed_precondition")
  }
}

extension LostReauthentication {
  init(request: Fields, token: String) {
    let claims = AccessTokenClaims.read(token)
    self.init(request: request, sessionID: claims.string("sid"), authTime: claims.int("auth_time"))
  }
}
