import Foundation
import Testing

@testable import SvcAuth

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct CallTests {
  private func failure(
    status: Int, headers: [String: String] = [:], body: String
  ) async throws -> AuthError {
    let client = try testClient { _ in (status, headers, body) }
    return try #require(await #expect(throws: AuthError.self) { try await client.projectConfig() })
  }

  @Test("an error of the server has its reason, its metadata and the id of the call")
  func refusal() async throws {
    let info = "ChJSQVRFX0xJTUlURURfQUdBSU4SA3N2YxoJCgRydWxlEgFh"
    let body =
      #"{"code":"resource_exhausted","message":"wait","details":[{"type":"google.rpc.ErrorInfo","value":"\#(info)"}]}"#
    let error = try await failure(status: 429, headers: ["retry-after": "7", "x-request-id": "r-1"], body: body)
    #expect(error.reason.rawValue == "RATE_LIMITED_AGAIN")
    #expect(error.metadata == ["rule": "a"])
    #expect((error.code, error.status, error.isRetryable) == ("resource_exhausted", 429, true))
    #expect((error.retryAfter, error.requestID) == (7, "r-1"))
  }

  @Test(
    "an answer of somebody in between is retryable and has no reason of the server",
    arguments: [
      (502, "<html>bad gateway</html>"), (200, "<html>sign in to the hotel</html>"), (200, "[]"), (200, ""),
      (404, #"{"error":"not found"}"#), (403, #"{"details":[{"type":"google.rpc.ErrorInfo"},3,null]}"#),
    ])
  func between(_ status: Int, _ body: String) async throws {
    let error = try await failure(status: status, body: body)
    #expect((error.reason, error.status, error.isRetryable) == (.unknown, status, true))
  }

  @Test("a call without an answer in time is a timeout")
  func timeout() async throws {
    let client = try testClient(timeout: 0.01) { _ in
      try await Task.sleep(nanoseconds: 60_000_000_000)
      return (200, [:], "{}")
    }
    let error = await #expect(throws: AuthError.self) { try await client.projectConfig() }
    #expect(error?.reason == .timeout)
    #expect(error?.isRetryable == true)
  }

  @Test("a call names the language of the user, without what a header cannot have")
  func language() async throws {
    let client = try testClient { request in
      #expect(request.value(forHTTPHeaderField: "accept-language") == "de-ATcurrency=EUR")
      #expect(request.url?.absoluteString == "https://auth.example.com/svc.auth.v1.ConfigService/GetProjectConfig")
      return (200, [:], #"{"providers":{"emailCode":{"enabled":true}},"passwordPolicy":{"minLength":8}}"#)
    }
    let config = try await client.projectConfig()
    #expect(config.isEnabled(.emailCode))
    #expect(!config.isEnabled(.passkey))
    #expect(config.passwordPolicy.minimumLength == 8)
  }

  @Test(
    "a redirect is followed to the same origin only",
    arguments: [
      ("https://a.example/x", "https://a.example/y", true), ("https://a.example", "https://A.example:443/", true),
      ("https://a.example", "http://a.example", false), ("https://a.example", "https://b.example", false),
      ("https://a.example", "https://a.example:8443", false),
    ])
  func redirects(_ from: String, _ to: String, _ isFollowed: Bool) {
    #expect(SameOriginRedirects.isSameOrigin(URL(string: from), URL(string: to)) == isFollowed)
  }
}
