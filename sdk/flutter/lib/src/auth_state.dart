import 'package:svc_auth/src/session.dart';
import 'package:svc_auth/src/user.dart';

/// Why nobody is signed in.
enum SignedOutReason {
  /// The user signed out.
  user,

  /// The session was not used for too long, or has reached its maximum length.
  expired,

  /// Another device, an administrator or the server ended the session.
  revoked,

  /// The account is disabled.
  disabled,

  /// The account was deleted.
  deleted,

  /// The stored session could not be read. It may come back: nothing was deleted.
  storage,
}

/// Whether somebody is signed in.
///
/// ```dart
/// final screen = switch (auth.state) {
///   AuthLoading() => const SplashScreen(),
///   AuthSignedOut() => const SignInScreen(),
///   AuthSignedIn(:final user) => HomeScreen(user),
/// };
/// ```
sealed class AuthState {
  const AuthState();

  /// The signed-in user, guests included; null when nobody is signed in or the session is still being read.
  User? get user => null;
}

/// The stored session is still being read. Show a splash screen, not the sign-in screen.
final class AuthLoading extends AuthState {
  /// Creates the state. The client does it.
  const AuthLoading();

  @override
  bool operator ==(Object other) => other is AuthLoading;

  @override
  int get hashCode => 0;

  @override
  String toString() => 'AuthLoading()';
}

/// Nobody is signed in.
final class AuthSignedOut extends AuthState {
  /// Creates the state. The client does it.
  const AuthSignedOut([this.reason]);

  /// Why; null when there was no session to begin with.
  final SignedOutReason? reason;

  @override
  bool operator ==(Object other) => other is AuthSignedOut && other.reason == reason;

  @override
  int get hashCode => reason.hashCode;

  @override
  String toString() => 'AuthSignedOut(${reason?.name ?? ''})';
}

/// A user or a guest is signed in, also without a network.
final class AuthSignedIn extends AuthState {
  /// Creates the state. The client does it.
  const AuthSignedIn({required this.user, required this.session, required this.isStale});

  /// Who is signed in.
  @override
  final User user;

  /// The access token and its expiry.
  final Session session;

  /// The access token has expired and could not be renewed yet, usually because the device is offline. The user is still
  /// signed in: show what you have.
  final bool isStale;

  @override
  bool operator ==(Object other) =>
      other is AuthSignedIn && other.user == user && other.session == session && other.isStale == isStale;

  @override
  int get hashCode => Object.hash(user, session, isStale);

  @override
  String toString() => 'AuthSignedIn($user, $session${isStale ? ', stale' : ''})';
}
