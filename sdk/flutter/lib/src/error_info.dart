import 'dart:convert';

import 'package:svc_auth/src/base64_text.dart';
import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/protobuf_fields.dart';

/// What google.rpc.ErrorInfo says.
typedef ErrorInfo = ({String reason, Map<String, String> metadata});

/// The bytes of the detail with this type, among the details of an error, which are untrusted.
List<int>? detailOf(Object? details, String type) {
  final detail = jsonObjects(details).where((each) => each['type'] == type).firstOrNull;
  final value = detail?['value'];
  if (value is! String) return null;
  try {
    return fromBase64(value);
  } on FormatException {
    return null;
  }
}

/// Reads google.rpc.ErrorInfo (1: reason, 2: domain, 3: map of metadata) out of an error's details.
ErrorInfo? errorInfoOf(Object? details) {
  final bytes = detailOf(details, 'google.rpc.ErrorInfo');
  if (bytes == null) return null;
  var reason = '';
  final metadata = <String, String>{};
  for (final (field, value) in fieldsOf(bytes)) {
    if (field == 1) reason = _textOf(value);
    if (field == 3) {
      final pair = [for (final (_, text) in fieldsOf(value)) _textOf(text)];
      metadata[pair.firstOrNull ?? ''] = pair.elementAtOrNull(1) ?? '';
    }
  }
  return (reason: reason, metadata: metadata);
}

String _textOf(List<int> bytes) => utf8.decode(bytes, allowMalformed: true);
