import Foundation
import Testing

@testable import SvcAuth

@Suite struct SecretsTests {
  private func printed(_ value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    return "\(value) \(String(reflecting: value)) \(dumped)"
  }

  @Test("what is printed of a client, its state and a session has no token")
  func session() async throws {
    let client = try testClient { _ in (200, [:], TestTransport.tokens(1)) }
    let session = try await client.signInAnonymously()
    #expect(session.accessToken == "secret-access-1")
    for value: Any in [client, client.state, session, client.mfa, SignUpResult.signedIn(session)] {
      #expect(!printed(value).contains("secret"))
    }
  }

  @Test("what is printed of an error has no challenge")
  func challenge() async throws {
    // The token is "secret-challenge".
    let details = #"[{"type":"svc.auth.v1.MfaChallenge","value":"ChBzZWNyZXQtY2hhbGxlbmdl"}]"#
    let client = try testClient { _ in (401, [:], #"{"code":"unauthenticated","message":"more","details":\#(details)}"#)
    }
    let error = try #require(
      await #expect(throws: AuthError.self) { try await client.signIn(email: "a@b.c", password: "secret-password") })
    #expect(error.details.challenge?.token == "secret-challenge")
    #expect(!(printed(error) + error.localizedDescription).contains("secret"))
    #expect(!printed(error).contains("Y2hhbGxlbmdl"))
  }

  @Test("damaged stored data is not quoted")
  func damaged() throws {
    let stored = StoredDocument(text: #"{"session":{"accessToken":"secret-access"#)
    let broken = try #require(stored.broken)
    #expect(!broken.isRetryable)
    #expect(!printed(broken).contains("secret"))
  }

  @Test("what is printed of an enrollment has neither the secret nor the recovery codes")
  func enrollment() {
    let enrollment = TOTPEnrollment(["secret": .string("SECRET1"), "uri": .string("otpauth://SECRET1")])
    let codes = RecoveryCodes(codes: ["SECRET2"])
    for value: Any in [enrollment, codes, MFAStep.confirm(enrollment), MFAStep.recoveryCodes(codes)] {
      #expect(!printed(value).contains("SECRET"))
    }
  }
}
