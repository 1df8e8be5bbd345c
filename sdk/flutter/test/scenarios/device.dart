import 'dart:async';

import 'package:svc_auth/core.dart';

/// What [settle] looks at: everything that a client does outside of itself counts.
class Activity {
  int count = 0;

  void seen() => count++;

  /// Completes when the clients have done nothing for a while.
  Future<void> settle() async {
    for (var idle = 0; idle < 8; idle++) {
      final before = count;
      await Future<void>.delayed(Duration.zero);
      if (count != before) idle = 0;
    }
  }
}

/// The clocks, which only the scenario moves.
class ScenarioClock implements AuthClock {
  ScenarioClock(this._wall);

  int _wall;
  int _up = 0;

  @override
  int now() => _wall;

  @override
  int steady() => _up;

  void pass(int ms) {
    _wall += ms;
    _up += ms;
  }

  void set(int ms) => _wall += ms;
}

/// What outlives the clients. Its reads and writes can be made to fail.
class ScenarioDisk {
  ScenarioDisk(this._activity);

  final Activity _activity;
  final _items = <String, String>{};
  final _failures = <String, num>{'reads': 0, 'writes': 0};

  void put(String key, String text) => _items[key] = text;

  String? textAt(String key) => _items[key];

  void fail(String kind, num times) {
    if (!_failures.containsKey(kind)) throw StateError('unknown failure $kind');
    _failures[kind] = times;
  }

  String? read(String key) {
    _use('reads');
    return _items[key];
  }

  void write(String key, String? text) {
    _use('writes');
    text == null ? _items.remove(key) : _items[key] = text;
  }

  void _use(String kind) {
    _activity.seen();
    if (_failures[kind]! <= 0) return;
    _failures[kind] = _failures[kind]! - 1;
    throw StateError('the storage refuses $kind');
  }
}
