import 'dart:math';

import 'package:svc_auth/src/auth_clock.dart';
import 'package:svc_auth/src/auth_exception.dart';
import 'package:svc_auth/src/auth_state.dart';
import 'package:svc_auth/src/auth_view.dart';
import 'package:svc_auth/src/connect_call.dart';
import 'package:svc_auth/src/disk.dart';
import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/lifetimes.dart';
import 'package:svc_auth/src/locks.dart';
import 'package:svc_auth/src/session.dart';
import 'package:svc_auth/src/single_flight.dart';
import 'package:svc_auth/src/stored_session.dart';
import 'package:svc_auth/src/user.dart';

/// Runs one refresh at a time, for all callers and clients of this isolate.
final class Refresher {
  /// Refreshes what is on [disk] and shows it in [view].
  Refresher({
    required this.call,
    required this.disk,
    required this.view,
    required this.lifetimes,
    required this.received,
    required this.storageKey,
    required this.refreshMarginMs,
    required this.onError,
    required AuthClock clock,
  }) : _flight = SingleFlight(clock);

  /// Calls a method.
  final Call call;

  /// The stored document.
  final Disk disk;

  /// What the app sees.
  final AuthView view;

  /// How long tokens are good for.
  final Lifetimes lifetimes;

  /// Makes a session of an answer.
  final StoredSession Function(Json answer) received;

  /// The name of the lock.
  final String storageKey;

  /// How long before its expiry a token is renewed.
  final int refreshMarginMs;

  /// Receives what no call can throw.
  final void Function(Object error) onError;

  final SingleFlight _flight;

  /// The attempt of a token that was renewed for a call that then was refused.
  String? _renewed;

  /// Ends the pause after a failure: the app is in use or online again.
  void resume() => _flight.resume();

  /// A token that is good for a while, or null when nobody is signed in.
  Future<String?> getAccessToken({bool forceRefresh = false, int? minTtlMs}) async {
    // Another client may have signed in, and the key store of a locked phone opens later. By way of the lock, which a
    // sign-out that has not been written yet holds.
    if (view.current == null) {
      await disk.change((stored) {
        final session = stored.session;
        if (session != null) view.show(session);
        return null;
      });
    }
    final current = view.current;
    if (current == null) return null;
    if (forceRefresh || !_isFresh(current, minTtlMs)) {
      try {
        await _refreshOnce(current.accessToken);
      } on AuthException {
        // The token may have become stale meanwhile.
        final shown = view.current;
        if (shown != null) view.show(shown);
        if (forceRefresh || lifetimes.ttlOf(current) <= 0) rethrow;
      }
    }
    return view.current?.accessToken;
  }

  /// Another access token than the one that no longer serves. Null when the session has ended, or when another user has
  /// signed in meanwhile: nothing is repeated in their name.
  Future<String?> renew(String used, String? userId, [SignedOutReason? because]) async {
    await _refreshOnce(used, because);
    final current = view.current;
    return current != null && current.accessToken != used && current.user.id == userId
        ? current.accessToken
        : null;
  }

  /// A call that uses up the refresh token as a refresh does. The token on disk is renewed first: if a refresh whose
  /// answer was lost were still open, the server would take its later repetition for theft. If the renewed one cannot be
  /// written, nothing else is sent, for the same reason. When this call's own answer is lost, the next refresh brings what
  /// it has changed; [isDone] then finds that nothing is left to do. After a refusal that says when to come again nothing
  /// has changed, and the token need not be renewed once more.
  Future<Session> rotate(
    bool Function(User before, User now) isDone,
    Future<Json> Function(String attemptId, String accessToken) call,
  ) => withLock(storageKey, () async {
    final before = (await disk.read()).session;
    final isRenewed = before != null && before.attemptId == _renewed && _isFresh(before);
    if (!isRenewed) await _refresh(before?.accessToken);
    final session = (await disk.read()).readable.session;
    if (session != null) {
      if (before == null || (!isRenewed && session.attemptId == before.attemptId)) throw storageFailed();
      if (!isDone(before.user, session.user)) {
        final Json answer;
        try {
          answer = await call(session.attemptId, session.accessToken);
        } on AuthException catch (error) {
          if (error.retryAfter != null) _renewed = session.attemptId;
          rethrow;
        }
        await _settle(session.refreshToken, received(answer));
      }
    }
    final current = view.current;
    if (current == null) {
      throw const AuthException(AuthReason.signedOut, 'signed out', code: 'unauthenticated');
    }
    return Session.of(current);
  });

  Future<void> _refreshOnce(String used, [SignedOutReason? because]) =>
      _flight.run(() => withLock(storageKey, () => _refresh(used, because)));

  /// Sends only the token that is on disk, because only that one survives a crash.
  Future<void> _refresh(String? used, [SignedOutReason? because]) async {
    final session = (await disk.read()).readable.session;
    if (session == null) return view.show(null, SignedOutReason.user);
    if (session.accessToken != used && _isFresh(session)) return view.show(session);
    final presented = session.refreshToken;
    try {
      final answer = await call('RefreshToken', {'refreshToken': presented, 'attemptId': session.attemptId});
      await _settle(presented, received(answer));
    } on AuthException catch (error) {
      final reason = _endOf(error, because ?? SignedOutReason.expired);
      if (reason == null) rethrow;
      await _settle(presented, null, reason);
    }
  }

  /// The result of a refresh is used only if its token is still the one on disk.
  Future<void> _settle(String presented, StoredSession? next, [SignedOutReason? reason]) async {
    void Function()? conclude;
    try {
      await disk.change((stored) {
        final session = stored.readable.session;
        final isOurs = session?.refreshToken == presented;
        // Otherwise the user has signed out or in again, or another process was faster with the same attempt.
        conclude = () => isOurs ? view.show(next, reason) : view.show(session, SignedOutReason.user);
        return isOurs ? stored.replacing({'session': next?.json}) : null;
      });
    } on AuthException catch (error) {
      if (conclude == null) rethrow;
      // Not written: the old token stays on disk, and the same attempt will be repeated.
      onError(error);
    }
    conclude?.call();
  }

  bool _isFresh(StoredSession session, [int? minTtlMs]) =>
      lifetimes.ttlOf(session) > (minTtlMs ?? min(refreshMarginMs, session.lifetimeMs / 5));
}

/// The only errors that end a session. All others, including no answer, leave it unchanged.
SignedOutReason? _endOf(AuthException error, SignedOutReason because) => switch (error.reason) {
  'REFRESH_TOKEN_INVALID' => because,
  AuthReason.userDisabled => SignedOutReason.disabled,
  'REFRESH_TOKEN_REUSED' || AuthReason.sessionRevoked => SignedOutReason.revoked,
  _ => null,
};
