import Foundation
import Testing

@testable import SvcAuth

/// One of the scenarios in `sdk/scenarios`, which all client libraries play.
struct Scenario: Sendable, CustomTestStringConvertible {
  let file: String
  let fields: Fields
  let values: Fields

  var name: String { fields.string("name") }
  var steps: [Fields] { fields.objects("steps") }
  var testDescription: String { "\(file): \(name)" }

  static let all: [Scenario] = {
    let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../../scenarios").standardized
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
      return try names.sorted().flatMap { name in
        let content = try JSONValue(parsing: Data(contentsOf: folder.appendingPathComponent(name)))
        let fields = content.object ?? [:]
        return fields.objects("scenarios").map { Scenario(file: name, fields: $0, values: fields.object("values")) }
      }
    } catch {
      fatalError("the scenarios cannot be read: \(error)")
    }
  }()

  /// The value with its pieces in their places.
  func withPieces(_ value: JSONValue) throws -> JSONValue {
    switch value {
    case .string(let text) where text.hasPrefix("$use:"):
      let name = String(text.dropFirst(5))
      guard let piece = values[name] else { throw Failure("values has no \(name)") }
      return try withPieces(piece)
    case .array(let values): return .array(try values.map(withPieces))
    case .object(let values): return .object(try values.mapValues(withPieces))
    default: return value
    }
  }
}

/// Why a scenario fails.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension Fields {
  /// A field that the runner does not know would be ignored: it is an error.
  func requireKnown(_ known: [String]) throws {
    for name in keys where !known.contains(name) {
      throw Failure("unknown field \(name) in \(JSONValue.object(self).text)")
    }
  }
}
