import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends HTTP requests. The default is `URLSessionTransport`; a test can answer by itself.
public protocol Transport: Sendable {
  /// Sends the request and returns the whole answer, whatever its status is. Throws when there is no answer.
  func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse)
}

/// Sends requests with a `URLSession` of its own, which keeps no cookies and no cache. It follows redirects to the same
/// origin only: an access token must not reach another one.
public final class URLSessionTransport: Transport {
  private let session: URLSession

  /// A transport with a session of its own.
  public init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    session = URLSession(configuration: configuration, delegate: SameOriginRedirects(), delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }

  /// Sends the request. Cancelling the caller cancels the request.
  public func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    let outcome = Outcome<(Data, HTTPURLResponse)>()
    let task = session.dataTask(with: request) { data, response, error in
      if let response = response as? HTTPURLResponse, error == nil {
        outcome.resolve(.success((data ?? Data(), response)))
      } else {
        outcome.resolve(.failure(error ?? URLError(.badServerResponse)))
      }
    }
    return try await withTaskCancellationHandler {
      task.resume()
      return try await outcome.value()
    } onCancel: {
      task.cancel()
      outcome.resolve(.failure(CancellationError()))
    }
  }
}

final class SameOriginRedirects: NSObject, URLSessionTaskDelegate {
  static func isSameOrigin(_ first: URL?, _ second: URL?) -> Bool {
    guard let first, let second else { return false }
    func origin(_ url: URL) -> [String] {
      let scheme = url.scheme?.lowercased() ?? ""
      return [scheme, url.host?.lowercased() ?? "", String(url.port ?? (scheme == "https" ? 443 : 80))]
    }
    return origin(first) == origin(second)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(Self.isSameOrigin(response.url, request.url) ? request : nil)
  }
}
