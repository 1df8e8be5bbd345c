import 'dart:math';

import 'package:svc_auth/src/auth_clock.dart';
import 'package:svc_auth/src/stored_session.dart';

/// Restarts see the same clock, but not to the millisecond.
const granularityMs = 30000;

/// How long an access token is still good for. Counted from its arrival, because the clock of a phone may be wrong by
/// hours; and by both clocks, because one may be set back and the other one stops.
final class Lifetimes {
  /// Counts by these clocks.
  Lifetimes(this._clock);

  final AuthClock _clock;
  String _newest = '';
  int _arrivedAt = 0;

  /// The access token arrives at this moment.
  void begin(String accessToken) {
    _newest = accessToken;
    _arrivedAt = _clock.steady();
  }

  /// In milliseconds; 0 or less when it is over.
  int ttlOf(StoredSession session) {
    final age = _clock.now() - session.receivedAt;
    if (session.accessToken == _newest) {
      return session.lifetimeMs - max(age, _clock.steady() - _arrivedAt);
    }
    return age < -granularityMs ? 0 : session.lifetimeMs - age;
  }
}
