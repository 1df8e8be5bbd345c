import 'package:svc_auth/src/json.dart';

/// What the server said about something. Two records are equal when they say the same.
abstract base class JsonRecord {
  /// Wraps what the server said.
  const JsonRecord(this.json);

  /// Everything that the server said, also fields that this version of the library does not know.
  final Json json;

  @override
  bool operator ==(Object other) =>
      other is JsonRecord && other.runtimeType == runtimeType && jsonEquals(json, other.json);

  @override
  int get hashCode => jsonHash(json);

  @override
  String toString() => '$runtimeType(${text('id')})';
}

/// Reads the fields of a record.
extension JsonFields on JsonRecord {
  /// A text; empty when it is not there.
  String text(String name) => textOrNull(name) ?? '';

  /// A text that may be absent.
  String? textOrNull(String name) => switch (json[name]) {
    final String text => text,
    _ => null,
  };

  /// Whether something is so; false when it is not there.
  bool flag(String name) => json[name] == true;

  /// A number; 0 when it is not there. Large numbers are texts on the wire.
  int number(String name) => switch (json[name]) {
    final num number => number.toInt(),
    final String text => int.tryParse(text) ?? 0,
    _ => 0,
  };

  /// A moment that may be absent.
  DateTime? timeOrNull(String name) => DateTime.tryParse(text(name));

  /// A moment; the beginning of 1970 when it is not there.
  DateTime time(String name) => timeOrNull(name) ?? DateTime.fromMillisecondsSinceEpoch(0, isUtc: true);
}
