import 'dart:io';

import 'package:test/test.dart';

void main() {
  test('the core imports nothing of Flutter, so that it runs in an isolate and on a server', () {
    final sources = Directory('lib/src').listSync().whereType<File>();
    expect(sources, isNotEmpty);
    for (final file in [File('lib/core.dart'), ...sources]) {
      final text = file.readAsStringSync();
      expect(text, isNot(contains('package:flutter/')), reason: file.path);
      expect(text, isNot(contains('dart:ui')), reason: file.path);
      expect(text, isNot(contains('src/flutter/')), reason: file.path);
    }
  });

  test('a source file has at most 300 lines', () {
    for (final file in Directory('lib').listSync(recursive: true).whereType<File>()) {
      expect(file.readAsLinesSync().length, lessThanOrEqualTo(300), reason: file.path);
    }
  });
}
