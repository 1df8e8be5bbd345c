import 'dart:convert';
import 'dart:io';

import 'package:svc_auth/core.dart';

typedef ScenarioFile = ({String name, Json values, List<Json> scenarios});

/// Every file of scenarios that the repository has for clients in all languages.
List<ScenarioFile> readScenarioFiles() {
  final files = Directory(
    '../scenarios',
  ).listSync().whereType<File>().where((file) => file.path.endsWith('.json'));
  return [
    for (final file in files.toList()..sort((one, other) => one.path.compareTo(other.path)))
      _parse(file.uri.pathSegments.last, jsonDecode(file.readAsStringSync()) as Json),
  ];
}

ScenarioFile _parse(String name, Json file) => (
  name: name,
  values: file['values'] as Json? ?? const {},
  scenarios: [for (final each in file['scenarios']! as List<Object?>) each! as Json],
);

/// The value with its pieces in their places.
Object? withPieces(Object? value, Json pieces) => switch (value) {
  final String text when text.startsWith(r'$use:') => withPieces(
    pieces[text.substring(5)] ?? (throw StateError('values has no ${text.substring(5)}')),
    pieces,
  ),
  final List<Object?> list => [for (final each in list) withPieces(each, pieces)],
  final Json object => {
    for (final MapEntry(:key, value: inner) in object.entries) key: withPieces(inner, pieces),
  },
  _ => value,
};
