import Foundation

@testable import SvcAuth

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers each request by a function of the test.
struct TestTransport: Transport {
  let answer: @Sendable (URLRequest) async throws -> (status: Int, headers: [String: String], body: String)

  func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    let (status, headers, body) = try await answer(request)
    guard let url = request.url,
      let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: headers)
    else { throw URLError(.badURL) }
    return (Data(body.utf8), response)
  }

  /// The tokens of a session, as the server answers.
  static func tokens(_ number: Int) -> String {
    """
    {"accessToken":"secret-access-\(number)","refreshToken":"secret-refresh-\(number)","expiresIn":900,
    "user":{"id":"u1","isAnonymous":true}}
    """
  }
}

/// A client on a storage of its own.
func testClient(
  _ storage: MemoryStorage = MemoryStorage(), timeout: TimeInterval = 15,
  answer: @escaping @Sendable (URLRequest) async throws -> (status: Int, headers: [String: String], body: String)
) throws -> AuthClient {
  guard let url = URL(string: "https://auth.example.com/") else { throw URLError(.badURL) }
  var options = AuthClient.Options()
  options.storageKey = UUID().uuidString
  options.transport = TestTransport(answer: answer)
  options.timeout = timeout
  options.locale = { "de_AT@currency=EUR" }
  return AuthClient(url: url, publishableKey: "pk_test", storage: storage, options: options)
}

/// Opens once, for all who wait.
actor Gate {
  private var isOpen = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func open() {
    isOpen = true
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  func wait() async {
    if !isOpen { await withCheckedContinuation { waiters.append($0) } }
  }
}
