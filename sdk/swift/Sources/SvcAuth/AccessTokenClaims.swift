/// What an access token says. It is not verified: the client only shows and counts by it.
enum AccessTokenClaims {
  static func read(_ accessToken: String) -> Fields {
    let parts = accessToken.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let payload = Base64URL.decode(String(parts[1])) else { return [:] }
    return (try? JSONValue(parsing: String(decoding: payload, as: UTF8.self)))?.object ?? [:]
  }
}
