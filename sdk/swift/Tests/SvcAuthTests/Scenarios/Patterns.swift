import Foundation

@testable import SvcAuth

/// Compares values with patterns, and remembers the strings that they name.
struct Patterns {
  private var bound: [String: String] = [:]

  /// Where `value` differs from the pattern, or nil if it does not.
  mutating func mismatch(_ pattern: JSONValue, _ value: JSONValue, _ path: String = "") throws -> String? {
    switch pattern {
    case .string(let text) where text.hasPrefix("$"): return try special(text, value, path)
    case .array(let patterns):
      guard let values = value.array, values.count == patterns.count else { return differs(path, pattern, value) }
      for (at, each) in patterns.enumerated() {
        if let found = try mismatch(each, values[at], "\(path)[\(at)]") { return found }
      }
      return nil
    case .object(let fields):
      let others = fields["$has"]?.object
      let wanted = others ?? fields
      guard let values = value.object else { return differs(path, pattern, value) }
      let names = Set(wanted.keys).union(others == nil ? Array(values.keys) : [])
      for name in names.sorted() {
        if let found = try mismatch(wanted[name] ?? .null, values[name] ?? .null, "\(path).\(name)") { return found }
      }
      return nil
    default:
      let isSame = pattern == value || (pattern.double != nil && pattern.double == value.double)
      return isSame ? nil : differs(path, pattern, value)
    }
  }

  /// The value with its named strings in their places.
  func fill(_ value: JSONValue) throws -> JSONValue {
    switch value {
    case .string(let text): return .string(try fill(text))
    case .array(let values): return .array(try values.map(fill))
    case .object(let values): return .object(try values.mapValues(fill))
    default: return value
    }
  }

  private func fill(_ text: String) throws -> String {
    if text.hasPrefix("$"), isName(text.dropFirst()) { return try named(String(text.dropFirst())) }
    var filled = ""
    var rest = text[...]
    while let start = rest.range(of: "${"), let end = rest[start.upperBound...].range(of: "}") {
      filled += rest[..<start.lowerBound] + (try named(String(rest[start.upperBound..<end.lowerBound])))
      rest = rest[end.upperBound...]
    }
    return filled + rest
  }

  private func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  private func named(_ name: String) throws -> String {
    guard let text = bound[name] else { throw Failure("nothing is called $\(name) yet") }
    return text
  }

  private mutating func special(_ pattern: String, _ value: JSONValue, _ path: String) throws -> String? {
    if pattern == "$any" { return value == .null ? differs(path, .string(pattern), value) : nil }
    if pattern.hasPrefix("$sha256:") {
      let hash = Base64URL.encode(SHA256.hash(try named(String(pattern.dropFirst(8)))))
      return value.string == hash ? nil : differs(path, .string("\(pattern), which is \(hash)"), value)
    }
    let name = String(pattern.dropFirst())
    guard isName(name[...]) else { throw Failure("unknown pattern \(pattern)") }
    if let text = bound[name] {
      return value.string == text ? nil : differs(path, .string("\(pattern), which is \(text)"), value)
    }
    guard let text = value.string else { return differs(path, .string(pattern), value) }
    if let other = bound.first(where: { $0.value == text })?.key {
      return differs(path, .string("\(pattern), another string than $\(other)"), value)
    }
    bound[name] = text
    return nil
  }

  private func differs(_ path: String, _ expected: JSONValue, _ got: JSONValue) -> String {
    "\(path.isEmpty ? "it" : path): expected \(expected.text), got \(got.text)"
  }
}
