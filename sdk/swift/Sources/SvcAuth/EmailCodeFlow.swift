import Foundation

/// A question for codes to one address, as it is stored.
struct EmailCodeFlow: Sendable {
  /// For so long the app asks for the code. Emails rarely take longer; if one does, the server still accepts its code.
  private static let lifetime: Int64 = 70 * 60_000

  private(set) var fields: Fields

  init(_ fields: Fields) { self.fields = fields }

  init(email: String, codeVerifier: String, issuer: String, at: Int64) {
    fields = [
      "email": .string(email), "codeVerifier": .string(codeVerifier), "issuer": .string(issuer), "at": .int(at),
    ]
  }

  /// The server's name for it; nil while its answer has not arrived.
  var id: String? {
    get { fields.text("id") }
    set { fields["id"] = .text(newValue) }
  }

  /// When a code was last asked for, by this device's clock.
  var at: Int64 {
    get { fields.int("at") }
    set { fields["at"] = .int(newValue) }
  }

  var email: String { fields.string("email") }
  /// Sent with the code and not before: who reads the email elsewhere cannot use the code.
  var codeVerifier: String { fields.string("codeVerifier") }

  func isRecent(_ now: Int64) -> Bool { now - at < Self.lifetime }

  /// The code of a link that this device asked for.
  func code(in url: String) -> String? {
    let link = url.split(separator: "#", omittingEmptySubsequences: false).first ?? ""
    guard let id, link.hasPrefix("\(fields.string("issuer"))/app?") else { return nil }
    let query = link.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    func parameter(_ name: String) -> String? {
      let values = query.split(separator: "&").filter { $0.hasPrefix("\(name)=") }.map { $0.dropFirst(name.count + 1) }
      let allowed = CharacterSet(charactersIn: "-_").union(.alphanumerics)
      return values.first { !$0.isEmpty && $0.unicodeScalars.allSatisfy(allowed.contains) }.map(String.init)
    }
    return parameter("flow") == id ? parameter("code") : nil
  }
}

/// What proves that the user has read the email, and that this device asked for it.
struct EmailCodeProof: Sendable {
  let flowID: String
  let code: String
  let codeVerifier: String

  init(_ stored: StoredDocument, typed: String) throws {
    try stored.requireReplaceable()
    guard let flow = stored.emailCode, let id = flow.id else {
      throw AuthError(.emailCodeInvalid, "request a code first", code: "unauthenticated").withAttemptsLeft
    }
    (flowID, code, codeVerifier) = (id, Self.plain(typed), flow.codeVerifier)
  }

  var fields: Fields {
    ["flowId": .string(flowID), "code": .string(code), "codeVerifier": .string(codeVerifier)]
  }

  /// As the server reads it, so that the same code typed in another way is the same attempt.
  private static func plain(_ typed: String) -> String {
    let scalars = typed.precomposedStringWithCompatibilityMapping.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x2d, 0xad, 0x2060, 0xfeff, 0x200b...0x200f: false
      default: !scalar.properties.isWhitespace
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
