import 'dart:convert';
import 'dart:math';

import 'package:svc_auth/src/base64_text.dart';
import 'package:svc_auth/src/billing_records.dart';
import 'package:svc_auth/src/caller.dart';
import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/lifetimes.dart';
import 'package:svc_auth/src/stored_session.dart';

const _hourMs = 3600000;

/// The server's last answer about one user. The times are when it arrived, by the clocks of this device and of the server.
typedef _Kept = ({String user, List<Entitlement> list, num at, num serverAt});

/// Stores the user's entitlements, also across restarts. An entitlement is valid until its expiry. The time until then is
/// measured from the answer with two clocks, because one can be wrong or set back, and the other can stop.
final class KeptEntitlements {
  /// Of this client.
  KeptEntitlements(this._caller);

  final Caller _caller;
  _Kept? _kept;

  /// When [_kept] arrived, by the clock that never goes back.
  num _arrivedAt = 0;
  num _writtenAt = 0;
  Future<void>? _writing;

  String get _key => '${_caller.storageKey}.entitlements';

  /// Null when nothing is stored for the signed-in user.
  List<Entitlement>? get current {
    final kept = _kept;
    return kept != null && kept.user == _caller.userId ? _listOf(kept) : null;
  }

  /// Returns whether anything has changed.
  bool keep(StoredSession session, List<Entitlement> list) {
    final user = session.user.id;
    final at = _caller.clock.now();
    final last = _kept;
    final next = (user: user, list: list, at: at, serverAt: _serverTime(session, at));
    final isNew = last == null || last.user != user || !jsonEquals(_jsonOf(last.list), _jsonOf(list));
    _kept = next;
    _arrivedAt = _caller.clock.steady();
    if (isNew || (at - _writtenAt).abs() > _hourMs) {
      _writtenAt = at;
      final text = jsonEncode({'user': user, 'list': _jsonOf(list), 'at': at, 'serverAt': next.serverAt});
      _write(() => _caller.storage.write(_key, text));
    }
    return isNew;
  }

  /// Reads what an earlier run of the app has stored, unless something is known already. Returns whether it did.
  Future<bool> load() async {
    final String? text;
    try {
      text = await _caller.storage.read(_key);
    } on Object {
      return false; // it cannot be read now
    }
    final found = _keptIn(text);
    if (found == null) return false;
    final age = _caller.clock.now() - found.at;
    // The clock was set back if it shows a time before the answer.
    if (current != null || age <= -granularityMs || found.serverAt <= 0) return false;
    _kept = found;
    _arrivedAt = _caller.clock.steady() - age;
    return true;
  }

  /// The user has signed out.
  void forget() {
    _kept = null;
    _write(() => _caller.storage.delete(_key));
  }

  List<Entitlement> _listOf(_Kept kept) {
    final clock = _caller.clock;
    final now = kept.serverAt + max(clock.now() - kept.at, clock.steady() - _arrivedAt);
    return [
      for (final each in kept.list)
        (each.expiresAt?.millisecondsSinceEpoch ?? double.infinity) > now ? each : each.ended,
    ];
  }

  /// Writes are sequential and best effort: if one is lost, the next start needs the server.
  void _write(Future<void> Function() work) {
    final before = _writing;
    // At once if it can be, because the app may be killed as soon as it has its answer.
    final mine = (before == null ? work() : before.then((_) => work())).onError<Object>((_, _) {});
    _writing = mine;
    mine.whenComplete(() {
      if (identical(_writing, mine)) _writing = null;
    }).ignore();
  }
}

List<Json> _jsonOf(List<Entitlement> list) => [for (final each in list) each.json];

_Kept? _keptIn(String? text) {
  if (text == null) return null;
  try {
    if (jsonObject(jsonDecode(text)) case {
      'user': final String user,
      'list': final List<Object?> list,
      'at': final num at,
      'serverAt': final num serverAt,
    }) {
      final entitlements = [for (final each in jsonObjects(list)) Entitlement(each)];
      return (user: user, list: entitlements, at: at, serverAt: serverAt);
    }
    return null;
  } on FormatException {
    return null;
  }
}

/// The server's time at [now] of this device: it wrote its own into the access token, which came a few minutes ago.
num _serverTime(StoredSession session, int now) {
  try {
    final payload = session.accessToken.split('.').elementAtOrNull(1) ?? '';
    final issuedAt = jsonObject(jsonDecode(utf8.decode(fromBase64(payload))))['iat'];
    return issuedAt is num ? issuedAt * 1000 + max(0, now - session.receivedAt) : now;
  } on FormatException {
    return now;
  }
}
