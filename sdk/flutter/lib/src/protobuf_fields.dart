/// The fields of a protobuf message that has fields of wire type 2 only: a tag, a length, that many bytes. Stops at
/// anything else.
List<(int field, List<int> bytes)> fieldsOf(List<int> bytes) {
  final fields = <(int, List<int>)>[];
  var at = 0;
  int varint() {
    var value = 0;
    for (var shift = 0; at < bytes.length && shift < 63; shift += 7) {
      final byte = bytes[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    return value;
  }

  while (at < bytes.length) {
    final tag = varint();
    if (tag & 7 != 2) break;
    final end = (varint() + at).clamp(at, bytes.length);
    fields.add((tag >> 3, bytes.sublist(at, end)));
    at = end;
  }
  return fields;
}

/// Numbers as protobuf writes them, one after the other: seven bits in a byte, the lowest first.
List<int> numbersIn(List<int> bytes) {
  final numbers = <int>[];
  var value = 0;
  var shift = 0;
  for (final byte in bytes) {
    if (shift < 63) value |= (byte & 127) << shift;
    shift += 7;
    if (byte > 127) continue;
    numbers.add(value);
    value = 0;
    shift = 0;
  }
  return numbers;
}
