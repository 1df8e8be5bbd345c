import 'package:svc_auth/src/stored_session.dart';

/// The access token and its expiry. The refresh token stays inside the client.
final class Session {
  /// Creates a session. The client does it.
  const Session({required this.accessToken, required this.expiresAt, this.canceledDeletionTime});

  /// What the app sees of a stored session.
  factory Session.of(StoredSession stored, {DateTime? canceledDeletionTime}) => Session(
    accessToken: stored.accessToken,
    expiresAt: DateTime.fromMillisecondsSinceEpoch(stored.receivedAt + stored.lifetimeMs),
    canceledDeletionTime: canceledDeletionTime,
  );

  /// What your backend verifies. It may have expired: `getAccessToken` returns one that has not.
  final String accessToken;

  /// When the access token expires, by this device's clock.
  final DateTime expiresAt;

  /// Only in what a sign-in returns: it kept an account that was to be deleted at this time. Say that the account stays.
  final DateTime? canceledDeletionTime;

  @override
  bool operator ==(Object other) =>
      other is Session &&
      other.accessToken == accessToken &&
      other.expiresAt == expiresAt &&
      other.canceledDeletionTime == canceledDeletionTime;

  @override
  int get hashCode => Object.hash(accessToken, expiresAt, canceledDeletionTime);

  /// Without the token.
  @override
  String toString() => 'Session(until $expiresAt)';
}
