import 'dart:convert';

import 'package:svc_auth/core.dart';
import 'package:svc_auth/src/base64_text.dart';
import 'package:svc_auth/src/sha256.dart';

const _hash = r'$sha256:';

/// Compares values with patterns, and remembers the strings that they name.
class Patterns {
  final _bound = <String, String>{};

  /// Where the value differs from the pattern, or null if it does not.
  String? mismatch(Object? pattern, Object? value, [String path = '']) {
    if (pattern is String && pattern.startsWith(r'$')) return _special(pattern, value, path);
    if (pattern is List<Object?>) {
      if (value is! List<Object?> || value.length != pattern.length) return _differs(path, pattern, value);
      for (final (at, each) in pattern.indexed) {
        final found = mismatch(each, value[at], '$path[$at]');
        if (found != null) return found;
      }
      return null;
    }
    if (pattern is! Json) return pattern == value ? null : _differs(path, pattern, value);
    final others = pattern[r'$has'];
    final wanted = others is Json ? others : pattern;
    if (value is! Json) return _differs(path, pattern, value);
    for (final name in {...wanted.keys, if (others is! Json) ...value.keys}) {
      final found = mismatch(wanted[name], value[name], '$path.$name');
      if (found != null) return found;
    }
    return null;
  }

  /// The value with its named strings in their places.
  Object? fill(Object? value) => switch (value) {
    final String text when RegExp(r'^\$\w+$').hasMatch(text) => _named(text.substring(1)),
    final String text => text.replaceAllMapped(RegExp(r'\$\{(\w+)\}'), (match) => _named(match.group(1)!)),
    final List<Object?> list => [for (final each in list) fill(each)],
    final Json object => {for (final MapEntry(:key, value: inner) in object.entries) key: fill(inner)},
    _ => value,
  };

  String _named(String name) => _bound[name] ?? (throw StateError('nothing is called \$$name yet'));

  String? _special(String pattern, Object? value, String path) {
    if (pattern == r'$any') return value == null ? _differs(path, pattern, value) : null;
    if (pattern.startsWith(_hash)) {
      final hash = toBase64Url(sha256(utf8.encode(_named(pattern.substring(_hash.length)))));
      return value == hash ? null : _differs(path, '$pattern, which is $hash', value);
    }
    final name = pattern.substring(1);
    if (!RegExp(r'^\w+$').hasMatch(name)) throw StateError('unknown pattern $pattern');
    final text = _bound[name];
    if (text != null) return value == text ? null : _differs(path, '$pattern, which is $text', value);
    if (value is! String) return _differs(path, pattern, value);
    for (final MapEntry(key: other, value: taken) in _bound.entries) {
      if (taken == value) return _differs(path, '$pattern, another string than \$$other', value);
    }
    _bound[name] = value;
    return null;
  }
}

String _differs(String path, Object? expected, Object? got) =>
    '${path.isEmpty ? 'it' : path}: expected ${jsonEncode(expected)}, got ${jsonEncode(got)}';
