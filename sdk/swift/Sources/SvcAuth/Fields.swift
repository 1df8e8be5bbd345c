import Foundation

/// A JSON object: a message of the server, or a part of what is stored.
typealias Fields = [String: JSONValue]

extension Fields {
  /// Without what is nil.
  init(_ values: [String: JSONValue?]) {
    self = values.compactMapValues { $0 }
  }

  func string(_ name: String) -> String { self[name]?.string ?? "" }

  /// What is empty on the wire is absent for the app.
  func text(_ name: String) -> String? {
    guard let text = self[name]?.string, !text.isEmpty else { return nil }
    return text
  }

  func bool(_ name: String) -> Bool { self[name]?.bool ?? false }

  func int(_ name: String) -> Int64 { self[name]?.int ?? number(name) ?? 0 }

  func date(_ name: String) -> Date? { text(name).flatMap(Timestamp.date) }

  func strings(_ name: String) -> [String] { (self[name]?.array ?? []).compactMap(\.string) }

  func object(_ name: String) -> Fields { self[name]?.object ?? [:] }

  func objects(_ name: String) -> [Fields] { (self[name]?.array ?? []).compactMap(\.object) }

  /// A 64-bit number is a text in protobuf's JSON.
  private func number(_ name: String) -> Int64? { self[name]?.string.flatMap { Int64($0) } }
}

extension JSONValue {
  /// Nil stays nil, for fields that are then not sent.
  static func text(_ value: String?) -> JSONValue? { value.map(JSONValue.string) }

  static func texts(_ values: [String]) -> JSONValue { .array(values.map(JSONValue.string)) }
}
