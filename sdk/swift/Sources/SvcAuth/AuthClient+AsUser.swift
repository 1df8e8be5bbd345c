import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension AuthClient {
  /// Calls a method with the user's access token, and renews the token once if the server rejects it.
  func callAsUser(_ method: String, _ body: Fields = [:]) async throws -> Fields {
    flight.resume()
    guard let token = try await accessToken() else { throw AuthError.signedOut() }
    let user = current?.user.id
    do {
      return try await call(method, body, token: token)
    } catch let error as AuthError {
      let isRevoked = error.reason == .sessionRevoked
      guard isRevoked || error.reason == .accessTokenInvalid else { throw error }
      // The refresh finds out whether the session has ended, because this token may belong to an earlier one.
      let because: SignedOutReason? = isRevoked ? (error.metadata["cause"] == nil ? .revoked : .deleted) : nil
      guard let next = try await renew(used: token, user: user, because: because) else { throw error }
      return try await call(method, body, token: next)
    }
  }

  /// Sends a request to your own backend, with the user's access token in the `authorization` header. If the answer is
  /// 401, it renews the token and tries once more. Without a signed-in user the request goes out without a token.
  ///
  /// Call only your own backend with it: anyone who receives the token can act as the user.
  ///
  /// - Throws: what the transport throws, such as `URLError`, and the errors of `accessToken()`.
  public func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    let token = try await accessToken()
    let user = current?.user.id
    let transport = settings.options.transport
    let answer = try await transport.send(Self.authorized(request, token))
    guard answer.1.statusCode == 401, let token else { return answer }
    guard let next = try? await renew(used: token, user: user) else { return answer }
    return try await transport.send(Self.authorized(request, next))
  }

  private static func authorized(_ request: URLRequest, _ token: String?) -> URLRequest {
    guard let token else { return request }
    var request = request
    request.setValue("Bearer \(token)", forHTTPHeaderField: "authorization")
    return request
  }
}
