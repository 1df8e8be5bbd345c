import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension AuthClient {
  /// Too many requests, unavailable, too late: the same call may succeed later. No reason is an exception.
  private static let retryable = [429, 503, 504]

  /// Calls a method by Connect's protocol with JSON, which is a POST. One of AuthService needs no service's name.
  func call(_ method: String, _ body: Fields = [:], token: String? = nil) async throws -> Fields {
    let request = try request(method, body, token: token)
    let (data, response) = try await answer(to: request)
    let answer = try? JSONValue(parsing: data)
    guard let answer else { throw AuthError(.unknown, "no answer", status: response.statusCode, isRetryable: true) }
    guard (200..<300).contains(response.statusCode), let fields = answer.object else {
      throw Self.refusal(response, answer)
    }
    return fields
  }

  private func request(_ method: String, _ body: Fields, token: String?) throws -> URLRequest {
    let path = method.contains("/") ? method : "auth.v1.AuthService/\(method)"
    guard let url = URL(string: "\(settings.baseURL)/svc.\(path)") else {
      throw AuthError(.network, "the server's URL is wrong", isRetryable: true)
    }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBody = Data(JSONValue.object(body).text.utf8)
    request.setValue("application/json", forHTTPHeaderField: "content-type")
    request.setValue(settings.publishableKey, forHTTPHeaderField: "x-svc-key")
    if let language { request.setValue(language, forHTTPHeaderField: "accept-language") }
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "authorization") }
    return request
  }

  private var language: String? {
    guard let locale = settings.options.locale() else { return nil }
    let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789,;=.*-")
    let tag = String(locale.map { $0 == "_" ? "-" : $0 }.filter(allowed.contains))
    return tag.isEmpty ? nil : tag
  }

  private func answer(to request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    let transport = settings.options.transport
    do {
      return try await withTimeout(settings.options.timeout) { try await transport.send(request) }
    } catch is TimedOut {
      throw AuthError(.timeout, "no answer", isRetryable: true)
    } catch {
      if Task.isCancelled { throw CancellationError() }
      throw AuthError(.network, "no answer", isRetryable: true, underlyingError: error)
    }
  }

  private static func refusal(_ response: HTTPURLResponse, _ answer: JSONValue) -> AuthError {
    let fields = answer.object ?? [:]
    let details = ErrorDetails(fields["details"])
    let seconds = response.value(forHTTPHeaderField: "retry-after").flatMap { TimeInterval($0) }
    return AuthError(
      details.info.map { AuthError.Reason(rawValue: $0.reason) } ?? .unknown, fields.string("message"),
      code: fields.text("code") ?? "unknown", status: response.statusCode,
      isRetryable: details.info == nil || retryable.contains(response.statusCode),
      retryAfter: seconds.flatMap { $0 > 0 ? $0 : nil },
      requestID: response.value(forHTTPHeaderField: "x-request-id"), metadata: details.info?.metadata ?? [:],
      details: details)
  }
}
