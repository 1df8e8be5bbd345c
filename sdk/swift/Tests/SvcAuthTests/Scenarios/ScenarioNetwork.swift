import Foundation

@testable import SvcAuth

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request that a client has sent.
struct SentRequest {
  let from: String
  let request: URLRequest
  let answer: UnsafeContinuation<ScenarioAnswer, Never>

  var url: String { request.url?.absoluteString ?? "" }
  var body: String { String(decoding: request.httpBody ?? Data(), as: UTF8.self) }
}

/// Carries requests to the scenario, and the answers of the scenario back.
final class ScenarioNetwork: @unchecked Sendable {
  /// Sent, and not taken by a step yet.
  var waiting: [SentRequest] = []

  var description: String {
    waiting.isEmpty ? "none" : waiting.map { "\($0.from): \($0.url)" }.joined(separator: ", ")
  }
}

struct ScenarioTransport: Transport {
  let network: ScenarioNetwork
  let running: RunningClient

  func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    await running.requireAlive()
    let answer = await withUnsafeContinuation { continuation in
      network.waiting.append(SentRequest(from: running.name, request: request, answer: continuation))
    }
    await running.requireAlive()
    guard let url = request.url,
      case .response(let status, let headers, let body) = answer,
      let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
    else { throw URLError(.networkConnectionLost) }
    return (Data(body.utf8), response)
  }
}

/// What arrives at the client: a response, or nothing.
enum ScenarioAnswer {
  case lost
  case response(status: Int, headers: [String: String], body: String)

  init(_ answer: JSONValue) throws {
    guard let fields = answer.object else { throw Failure("no answer: \(answer.text)") }
    if let network = fields["network"] {
      try fields.requireKnown(["network"])
      guard network == .string("lost") else { throw Failure("unknown network \(network.text)") }
      self = .lost
    } else if fields["error"] != nil {
      self = try Self.refusal(fields)
    } else if let body = fields["body"] {
      try fields.requireKnown(["status", "body"])
      let status = Int(fields["status"]?.int ?? 200)
      self = .response(status: status, headers: ["content-type": "application/json"], body: body.text)
    } else {
      try fields.requireKnown(["status", "text"])
      let text = fields["text"]?.string
      let headers = text == nil ? [:] : ["content-type": "text/html"]
      self = .response(status: Int(fields["status"]?.int ?? 200), headers: headers, body: text ?? "")
    }
  }

  /// Connect's error as the server writes it.
  private static func refusal(_ fields: Fields) throws -> ScenarioAnswer {
    try fields.requireKnown(["error", "status", "code", "metadata", "retryAfter", "mfaToken", "factors"])
    let metadata = fields.object("metadata").map { name, value in
      (3, message([(1, Array(name.utf8)), (2, Array((value.string ?? "").utf8))]))
    }
    var details = [
      detail("google.rpc.ErrorInfo", [(1, Array(fields.string("error").utf8)), (2, Array("svc".utf8))] + metadata)
    ]
    if let token = fields.text("mfaToken") {
      let factors = try fields.strings("factors").map { name -> UInt8 in
        guard let number = ["totp", "passkey", "recovery_code"].firstIndex(of: name) else {
          throw Failure("unknown factor \(name)")
        }
        return UInt8(number + 1)
      }
      // Ten minutes after the time that the clock of a scenario shows at first.
      let expiry = [8] + varint(1_767_226_200)
      details.append(detail("svc.auth.v1.MfaChallenge", [(1, Array(token.utf8)), (2, factors), (3, expiry)]))
    }
    let body: Fields = [
      "code": fields["code"] ?? .null, "message": .string("refused"), "details": .array(details),
    ]
    let retryAfter = fields["retryAfter"].map { ["retry-after": $0.text] } ?? [:]
    return .response(status: Int(fields.int("status")), headers: retryAfter, body: JSONValue.object(body).text)
  }

  private static func detail(_ type: String, _ fields: [(Int, [UInt8])]) -> JSONValue {
    let value = Data(message(fields)).base64EncodedString().replacingOccurrences(of: "=", with: "")
    return .object(["type": .string(type), "value": .string(value)])
  }

  /// Protobuf with fields of wire type 2.
  private static func message(_ fields: [(Int, [UInt8])]) -> [UInt8] {
    fields.flatMap { number, bytes in [UInt8(number * 8 + 2)] + varint(bytes.count) + bytes }
  }

  private static func varint(_ number: Int) -> [UInt8] {
    number < 128 ? [UInt8(number)] : [UInt8(number % 128 + 128)] + varint(number / 128)
  }
}
