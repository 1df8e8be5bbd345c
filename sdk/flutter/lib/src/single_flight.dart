import 'dart:math';

import 'package:svc_auth/src/auth_clock.dart';
import 'package:svc_auth/src/auth_exception.dart';

/// Callers share the call that is under way. After a failure they get the same one for a while, longer each time, so that
/// an app that asks in a loop does not ask a server in trouble. A failure of the device itself pauses nothing.
final class SingleFlight {
  /// Measures pauses by this clock.
  SingleFlight(this._clock);

  final AuthClock _clock;
  final _random = Random();
  Future<void>? _flight;
  AuthException? _failure;
  int _failures = 0;
  double _pauseEnds = 0;

  /// Runs [work], unless it is under way or paused.
  Future<void> run(Future<void> Function() work) {
    final failure = _failure;
    if (failure != null && _clock.steady() < _pauseEnds) return Future.error(failure);
    return _flight ??= _once(work).whenComplete(() => _flight = null);
  }

  /// Ends the pause.
  void resume() => _pauseEnds = 0;

  Future<void> _once(Future<void> Function() work) async {
    try {
      await work();
      _failures = 0;
      _pauseEnds = 0;
    } on AuthException catch (error) {
      _failure = error;
      if (error.reason != AuthReason.storage) {
        final pause = max(min(48000, 800 * pow(2, _failures++)), error.retryAfter?.inMilliseconds ?? 0);
        // Not all clients at the same moment.
        _pauseEnds = _clock.steady() + pause * (1 + _random.nextDouble() / 4);
      }
      rethrow;
    }
  }
}
