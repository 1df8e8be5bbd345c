/// Reads messages whose fields are all of wire type 2: a tag, a length, that many bytes. Stops at anything else.
enum Protobuf {
  static func fields(_ bytes: [UInt8]) -> [(number: Int, bytes: [UInt8])] {
    var fields: [(Int, [UInt8])] = []
    var rest = bytes[...]
    while let tag = varint(&rest), tag & 7 == 2, let length = varint(&rest), length <= UInt64(rest.count) {
      fields.append((Int(truncatingIfNeeded: tag >> 3), Array(rest.prefix(Int(length)))))
      rest = rest.dropFirst(Int(length))
    }
    return fields
  }

  /// Numbers one after the other, as in a packed list.
  static func numbers(_ bytes: [UInt8]) -> [UInt64] {
    var rest = bytes[...]
    var numbers: [UInt64] = []
    while let number = varint(&rest) { numbers.append(number) }
    return numbers
  }

  /// Seven bits in a byte, the lowest first.
  private static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      value |= UInt64(byte & 127) << shift
      if byte < 128 { return value }
    }
    return nil
  }
}
