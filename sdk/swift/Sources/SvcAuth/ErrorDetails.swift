/// The details of Connect's error JSON. They are untrusted, and a challenge among them is a secret.
struct ErrorDetails: Sendable {
  private let values: [String: [UInt8]]

  init(_ details: JSONValue?) {
    let pairs = (details?.array ?? []).compactMap { each -> (String, [UInt8])? in
      guard let fields = each.object, let type = fields.text("type"),
        let bytes = Base64URL.decode(fields.string("value"))
      else { return nil }
      return (type, bytes)
    }
    values = Dictionary(pairs) { first, _ in first }
  }

  /// google.rpc.ErrorInfo: 1: reason, 2: domain, 3: map of metadata.
  var info: (reason: String, metadata: [String: String])? {
    guard let bytes = values["google.rpc.ErrorInfo"] else { return nil }
    var reason = ""
    var metadata: [String: String] = [:]
    for (number, bytes) in Protobuf.fields(bytes) {
      if number == 1 { reason = String(decoding: bytes, as: UTF8.self) }
      if number == 3 {
        let pair = Protobuf.fields(bytes).map { String(decoding: $0.bytes, as: UTF8.self) }
        metadata[pair.first ?? ""] = pair.dropFirst().first ?? ""
      }
    }
    return reason.isEmpty ? nil : (reason, metadata)
  }

  /// svc.auth.v1.MfaChallenge: 1: token, 2: factors, 3: time of expiry.
  var challenge: MFAChallenge? {
    guard let bytes = values["svc.auth.v1.MfaChallenge"] else { return nil }
    let fields = Protobuf.fields(bytes)
    func field(_ wanted: Int) -> [UInt8] { fields.first { $0.number == wanted }?.bytes ?? [] }
    return MFAChallenge(
      token: String(decoding: field(1), as: UTF8.self),
      factors: Protobuf.numbers(field(2)), expiry: Protobuf.numbers(field(3)))
  }
}
