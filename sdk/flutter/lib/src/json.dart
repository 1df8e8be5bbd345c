/// A JSON object.
typedef Json = Map<String, Object?>;

/// The value as a JSON object; an empty one when it is something else.
Json jsonObject(Object? value) => value is Map<String, Object?> ? value : const {};

/// The objects of a JSON array; none when it is something else.
List<Json> jsonObjects(Object? value) => value is List<Object?> ? [...value.whereType<Json>()] : const [];

/// The texts of a JSON array; none when it is something else.
List<String> jsonTexts(Object? value) => value is List<Object?> ? [...value.whereType<String>()] : const [];

/// Whether two JSON values say the same.
bool jsonEquals(Object? one, Object? other) {
  if (one is Map && other is Map) {
    return one.length == other.length &&
        one.keys.every((key) => other.containsKey(key) && jsonEquals(one[key], other[key]));
  }
  if (one is List && other is List) {
    if (one.length != other.length) return false;
    for (var at = 0; at < one.length; at++) {
      if (!jsonEquals(one[at], other[at])) return false;
    }
    return true;
  }
  return one == other;
}

/// A number that is the same for values that say the same.
int jsonHash(Object? value) => switch (value) {
  Map() => Object.hashAllUnordered(
    value.entries.map((entry) => Object.hash(entry.key, jsonHash(entry.value))),
  ),
  List() => Object.hashAll(value.map(jsonHash)),
  _ => value.hashCode,
};
