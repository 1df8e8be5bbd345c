import 'dart:convert';

import 'package:svc_auth/core.dart';

/// A field that the runner does not know would be ignored: it is an error.
void assertFields(Json value, Iterable<String> known) {
  for (final name in value.keys) {
    if (!known.contains(name)) throw StateError('unknown field $name in ${jsonEncode(value)}');
  }
}

/// The verbs, and the fields beside each. `request` has an `answer` too, and is looked for first.
const stepFields = {
  'start': ['process'],
  'kill': <String>[],
  'killAt': ['before', 'after', 'skip'],
  'call': ['with', 'as', 'on'],
  'result': ['is', 'throws'],
  'request': ['body', 'bearer', 'on', 'answer', 'hold'],
  'answer': ['with'],
  'browser': ['returns', 'cancels', 'on'],
  'passkey': ['options', 'returns', 'cancels', 'on'],
  'state': ['on'],
  'storage': ['at'],
  'quiet': <String>[],
  'pass': <String>[],
  'wall': <String>[],
  'fails': ['times'],
  'wake': <String>[],
};

/// Which verb a step has.
String verbOf(Json step) {
  final verb = stepFields.keys.where(step.containsKey).firstOrNull;
  if (verb == null) throw StateError('no verb in ${jsonEncode(step)}');
  assertFields(step, [verb, ...stepFields[verb]!]);
  return verb;
}
