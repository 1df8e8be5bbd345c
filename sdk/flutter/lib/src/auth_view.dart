import 'dart:async';

import 'package:svc_auth/src/auth_state.dart';
import 'package:svc_auth/src/session.dart';
import 'package:svc_auth/src/stored_session.dart';

/// What changed the state.
enum AuthEvent {
  /// Nothing: the first call of a new listener.
  initial,

  /// The stored session was read, and there may be none.
  restored,

  /// Somebody signed in, or somebody else.
  signedIn,

  /// There is a new access token.
  refreshed,

  /// The user's data or the staleness changed.
  updated,

  /// The session ended.
  signedOut,
}

/// A callback of [AuthView.listen].
typedef AuthListener = void Function(AuthState state, AuthEvent event);

/// The state that the app sees. Listeners may call the client, because no lock is held while they run.
final class AuthView {
  /// Begins with [AuthLoading].
  AuthView({
    required bool Function(StoredSession session) isOver,
    required void Function(Object error) onError,
  }) : _isOver = isOver,
       _onError = onError;

  final bool Function(StoredSession session) _isOver;
  final void Function(Object error) _onError;
  final _listeners = <Object, AuthListener>{};
  AuthState _state = const AuthLoading();
  StoredSession? _current;

  /// What the app sees.
  AuthState get state => _state;

  /// What [state] shows, with its tokens.
  StoredSession? get current => _current;

  /// Shows a session, or that nobody is signed in.
  void show(StoredSession? session, [SignedOutReason? reason]) {
    final before = _state;
    // The first reason for being signed out is kept.
    if (session == null && before is AuthSignedOut) return;
    _current = session;
    final next = session == null
        ? AuthSignedOut(reason)
        : AuthSignedIn(user: session.user, session: Session.of(session), isStale: _isOver(session));
    if (next == before) return;
    _state = next;
    final event = _eventOf(before, next);
    for (final key in _listeners.keys) {
      _tell(key, event);
    }
  }

  /// Calls back soon with the current state, and then on every change. Returns a function that stops it.
  void Function() listen(AuthListener listener) {
    final key = Object();
    _listeners[key] = listener;
    _tell(key, AuthEvent.initial);
    return () => _listeners.remove(key);
  }

  /// The state now, and every change.
  Stream<AuthState> get changes => Stream.multi((controller) {
    controller.onCancel = listen((state, _) => controller.add(state));
  });

  void _tell(Object key, AuthEvent event) {
    final state = _state;
    scheduleMicrotask(() {
      try {
        _listeners[key]?.call(state, event);
      } on Object catch (error) {
        _onError(error);
      }
    });
  }
}

AuthEvent _eventOf(AuthState before, AuthState after) {
  if (before is AuthLoading) return AuthEvent.restored;
  if (after is! AuthSignedIn) return AuthEvent.signedOut;
  if (before is! AuthSignedIn || before.user.id != after.user.id) return AuthEvent.signedIn;
  return before.session.accessToken == after.session.accessToken ? AuthEvent.updated : AuthEvent.refreshed;
}
