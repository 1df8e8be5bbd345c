import 'dart:async';

import 'package:svc_auth/src/auth_clock.dart';
import 'package:svc_auth/src/auth_exception.dart';
import 'package:svc_auth/src/auth_state.dart';
import 'package:svc_auth/src/auth_storage.dart';
import 'package:svc_auth/src/auth_view.dart';
import 'package:svc_auth/src/connect_call.dart';
import 'package:svc_auth/src/device_tokens.dart';
import 'package:svc_auth/src/disk.dart';
import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/lifetimes.dart';
import 'package:svc_auth/src/refresher.dart';
import 'package:svc_auth/src/session.dart';
import 'package:svc_auth/src/stored_session.dart';
import 'package:svc_auth/src/user.dart';

/// Owns the session: the stored copy, the state that the app sees, and the refresher.
final class SessionKeeper {
  /// Reads the stored session at once.
  SessionKeeper({
    required this.call,
    required AuthStorage storage,
    required String storageKey,
    required this.newAttemptId,
    required int refreshMarginMs,
    required this.clock,
    required this.onError,
  }) : disk = Disk(storage, storageKey),
       _lifetimes = Lifetimes(clock) {
    view = AuthView(isOver: (session) => _lifetimes.ttlOf(session) <= 0, onError: onError);
    _refresher = Refresher(
      call: call,
      disk: disk,
      view: view,
      lifetimes: _lifetimes,
      received: _received,
      storageKey: storageKey,
      refreshMarginMs: refreshMarginMs,
      onError: onError,
      clock: clock,
    );
    ready = _restore();
  }

  /// Calls a method.
  final Call call;

  /// A random id.
  final String Function() newAttemptId;

  /// The clocks of the device.
  final AuthClock clock;

  /// Receives what no call can throw.
  final void Function(Object error) onError;

  /// The stored document.
  final Disk disk;

  /// What the app sees.
  late final AuthView view;

  /// Completes when the stored session was read. Never fails and never uses the network.
  late final Future<void> ready;

  /// Called when the app comes to the foreground. `billing` sets it.
  void Function()? woken;

  final Lifetimes _lifetimes;
  late final Refresher _refresher;

  /// Ends the pause after a failure.
  void resume() => _refresher.resume();

  /// A token that is good for a while, or null when nobody is signed in.
  Future<String?> getAccessToken({bool forceRefresh = false, int? minTtlMs}) async {
    if (forceRefresh) resume();
    await ready;
    return _refresher.getAccessToken(forceRefresh: forceRefresh, minTtlMs: minTtlMs);
  }

  /// Another access token than the one that no longer serves.
  Future<String?> renew(String used, String? userId, [SignedOutReason? because]) =>
      _refresher.renew(used, userId, because);

  /// A call that uses up the refresh token as a refresh does.
  Future<Session> rotate(
    bool Function(User before, User now) isDone,
    Future<Json> Function(String attemptId, String accessToken) call,
  ) => _refresher.rotate(isDone, call);

  /// Asks the server again at once, if need be, although it failed a moment ago.
  void wake() {
    resume();
    getAccessToken().ignore();
    woken?.call();
  }

  /// Calls a method that opens a session, then stores and shows the session. The attempt id is on disk before the call,
  /// and stays there until there is an answer: after a lost answer the next call gets the same session. Null when the
  /// email must be verified first, which only a sign-up answers.
  Future<Session?> open(String method, [Json request = const {}]) async {
    try {
      return await _openOnce(method, request);
    } on AuthException catch (error) {
      // The server has forgotten the attempt, or it was another request.
      if (error.reason != 'ATTEMPT_INVALID') rethrow;
      return _openOnce(method, request, isNew: true);
    }
  }

  /// [open] for a method that always opens a session.
  Future<Session> openSession(String method, [Json request = const {}]) async =>
      await open(method, request) ?? (throw _noSession());

  /// Signs out on this device at once. With [tellsServer] the session is then ended on the server too. If that fails, it
  /// is tried again at the next start of the app.
  Future<void> close(SignedOutReason reason, {bool tellsServer = false}) async {
    final last = view.current;
    var toEnd = <String>[];
    view.show(null, reason);
    try {
      await disk.change((stored) {
        final session = stored.session ?? last;
        toEnd = tellsServer && session != null ? [...stored.ended, session.refreshToken] : stored.ended;
        return stored.replacing({'session': null, 'emailCode': null, 'passkey': null, 'ended': toEnd});
      });
    } finally {
      // Again, because a refresh that was written before this change may have shown its session meanwhile.
      view.show(null, reason);
      _endOnServer(toEnd);
    }
  }

  /// Shows and stores the user that the server returned, unless another user is signed in by now.
  User keepUser(User user) {
    final current = view.current;
    if (current != null && current.user.id == user.id) {
      view.show(current.withUser(user));
      disk
          .change((stored) {
            final session = stored.session;
            return session?.user.id == user.id
                ? stored.replacing({'session': session?.withUser(user).json})
                : null;
          })
          .catchError(onError)
          .ignore();
    }
    return user;
  }

  Future<void> _restore() async {
    final stored = await disk.read();
    final broken = stored.broken;
    if (broken != null) onError(broken);
    view.show(stored.session, broken == null ? null : SignedOutReason.storage);
    _endOnServer(stored.ended);
  }

  StoredSession _received(Json answer) {
    final {'accessToken': accessToken, 'refreshToken': refreshToken, 'user': user} = {
      'accessToken': null,
      'refreshToken': null,
      'user': null,
      ...answer,
    };
    if (accessToken is! String || refreshToken is! String || user is! Json) throw _noSession();
    if (accessToken.isEmpty || refreshToken.isEmpty) throw _noSession();
    _lifetimes.begin(accessToken); // its lifetime is counted from now
    final expiresIn = answer['expiresIn'];
    return StoredSession({
      'user': User.fromWire(user).json,
      'accessToken': accessToken,
      'refreshToken': refreshToken,
      'attemptId': newAttemptId(),
      'receivedAt': clock.now(),
      'lifetimeMs': expiresIn is num ? (expiresIn * 1000).toInt() : 0,
    });
  }

  Future<Session?> _openOnce(String method, Json request, {bool isNew = false}) async {
    var attemptId = '';
    await disk.change((stored) {
      attemptId = (isNew ? null : stored.replaceable.attempt) ?? newAttemptId();
      return stored.replacing({'attempt': attemptId});
    });
    final answer = await call(method, {...request, 'attemptId': attemptId});
    if (!method.contains('SignUp')) return _keep(answer, attemptId);
    return _keep(switch (answer['tokens']) {
      final Json tokens => tokens,
      _ => null,
    }, attemptId);
  }

  /// Stores and shows the session of an answer.
  Future<Session?> _keep(Json? answer, String attemptId) async {
    var session = answer == null ? null : _received(answer);
    await disk.change((stored) {
      final last = stored.replaceable.session;
      if (stored.attempt == attemptId || last?.user.id != session?.user.id) {
        final next = stored.replacing({'session': (session ?? last)?.json, 'attempt': null, 'passkey': null});
        return withDeviceToken(next, session?.user.email, answer?['deviceToken']);
      }
      // Another process was faster with the same attempt, and may have used the token since.
      session = last;
      return null;
    });
    final shown = session;
    if (shown == null) return null;
    view.show(shown);
    final deletion = answer?['canceledDeletionTime'];
    return Session.of(shown, canceledDeletionTime: deletion is String ? DateTime.tryParse(deletion) : null);
  }

  /// Signs these refresh tokens out on the server and then removes them from `ended`. Best effort: those that remain there
  /// are sent again at the next start.
  void _endOnServer(List<String> tokens) {
    for (final refreshToken in tokens) {
      unawaited(_endOneOnServer(refreshToken));
    }
  }

  Future<void> _endOneOnServer(String refreshToken) async {
    try {
      await call('SignOut', {'refreshToken': refreshToken});
      await disk.change((stored) {
        if (!stored.fields.containsKey('ended')) return null;
        return stored.replacing({
          'ended': [
            for (final token in stored.ended)
              if (token != refreshToken) token,
          ],
        });
      });
    } on AuthException catch (error) {
      if (!error.retryable) onError(error);
    }
  }
}

AuthException _noSession() => const AuthException(AuthReason.unknown, 'no answer', retryable: true);
