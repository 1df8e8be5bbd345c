import Foundation
import Testing

@testable import SvcAuth

@Suite struct EncodingTests {
  @Test("reads what it wrote as base64url, without padding and signs of URLs")
  func base64URL() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + 251) }
      let text = Base64URL.encode(bytes)
      #expect(Base64URL.decode(text) == bytes)
      #expect(text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
    }
    #expect(Base64URL.decode("+/+/") == Base64URL.decode("-_-_"))
    #expect(Base64URL.decode("no base64!") == nil)
  }

  @Test(
    "reads the times of protobuf's JSON",
    arguments: [
      ("1970-01-01T00:00:00Z", Int64(0)), ("2026-01-01T00:00:00Z", 1_767_225_600_000),
      ("2024-02-29T23:59:59.5Z", 1_709_251_199_500), ("2000-03-01T00:00:00.123456789Z", 951_868_800_123),
      ("1969-12-31T23:59:59Z", -1000),
    ])
  func times(_ text: String, _ milliseconds: Int64) {
    #expect(Timestamp.milliseconds(text) == milliseconds)
  }

  @Test(
    "does not take other texts for times",
    arguments: [
      "", "2026-01-01", "2026-13-01T00:00:00Z", "2026-01-01T00:00:00+01:00", "20x6-01-01T00:00:00Z",
      "2026-01-01T00:00:00.xZ",
    ])
  func noTimes(_ text: String) {
    #expect(Timestamp.milliseconds(text) == nil)
  }

  @Test("writes any JSON as it was read")
  func json() throws {
    let text = #"{"a":[1,2.5,null,true,-9007199254740993],"b":{"c":"é/\n"},"d":1767225600000,"e":0,"f":false}"#
    #expect(try JSONValue(parsing: text).text == text)
    #expect(try JSONValue(parsing: "[0,1,true]") == .array([.int(0), .int(1), .bool(true)]))
    #expect(throws: (any Error).self) { try JSONValue(parsing: "{\"a\":") }
  }

  @Test("reads no further than a damaged protobuf message goes")
  func protobuf() {
    #expect(Protobuf.fields([10, 2, 104, 105]).map(\.bytes) == [[104, 105]])
    #expect(Protobuf.fields([10, 200, 1]).isEmpty)
    #expect(Protobuf.fields([10, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255]).isEmpty)
    #expect(Protobuf.fields([8, 1]).isEmpty)
  }

  @Test("a user has what the server sent, in Swift's types")
  func user() throws {
    let answer = try JSONValue(
      parsing: """
        {"id":"u1","email":"ada@example.com","emailVerified":true,"displayName":"","claims":{"role":"editor","level":3},
        "identities":[{"provider":"OAUTH_PROVIDER_APPLE","email":"a@b.c","linkedAt":"2025-12-01T00:00:00Z"}],
        "createdAt":"2026-01-01T00:00:00Z","recovery":"ACCOUNT_RECOVERY_PROVIDER","avatarUrl":"https://example.com/a.png"}
        """)
    let user = User(answer: try #require(answer.object))
    #expect(user.email == "ada@example.com")
    #expect(user.displayName == nil)
    #expect(user.claims["level"] == .int(3))
    #expect(user.identities.first?.provider == .apple)
    #expect(user.createdAt == Date(timeIntervalSince1970: 1_767_225_600))
    #expect(user.recovery == .provider)
    #expect(user.avatarURL?.host == "example.com")
    #expect(!user.isAnonymous)
  }
}
