import 'package:svc_auth/src/auth_exception.dart';
import 'package:svc_auth/src/auth_state.dart';
import 'package:svc_auth/src/client_internals.dart';
import 'package:svc_auth/src/device_tokens.dart';
import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/locks.dart';
import 'package:svc_auth/src/session.dart';
import 'package:svc_auth/src/sign_up_result.dart';
import 'package:svc_auth/src/user.dart';

/// Which sessions of the user a sign-out ends.
enum SignOutScope {
  /// The one on this device.
  thisDevice,

  /// All but the one on this device.
  others,

  /// All of them.
  everywhere,

  /// The one on this device, without telling the server.
  local,
}

/// The ways in and out.
mixin SignInMethods {
  /// Creates an account with email and password, and signs in. If the project requires a verified email, nobody is signed
  /// in yet and the result is [SignUpVerifyEmail].
  ///
  /// Reasons: `WEAK_PASSWORD` (`metadata['rule']` says why), `EMAIL_ALREADY_EXISTS`, `SIGN_UP_CLOSED`,
  /// `MFA_ENROLLMENT_REQUIRED`.
  ///
  /// ```dart
  /// final result = await auth.signUp(email: email, password: password, displayName: 'Ada');
  /// if (result is SignUpVerifyEmail) show('Follow the link in the email that we sent you.');
  /// ```
  Future<SignUpResult> signUp({required String email, required String password, String? displayName}) async {
    final request = {'email': email, 'password': password, 'displayName': ?displayName};
    return signUpResultOf(await callerOf(this).keeper.open('SignUp', request));
  }

  /// Signs in with email and password. A wrong password and an unknown email give the same exception.
  ///
  /// Reasons: `INVALID_CREDENTIALS`, `EMAIL_NOT_VERIFIED`, `USER_DISABLED`, `RATE_LIMITED` (wait for `retryAfter`),
  /// `MFA_REQUIRED` and `MFA_ENROLLMENT_REQUIRED` (a second factor is needed: give the exception to `mfa.begin`).
  Future<Session> signInWithPassword({required String email, required String password}) async {
    final keeper = callerOf(this).keeper;
    final deviceToken = deviceTokenOf(await keeper.disk.read(), email);
    final request = {'email': email, 'password': password, 'deviceToken': ?deviceToken};
    return keeper.openSession('SignIn', request);
  }

  /// Signs in with an ID token from Google's or Apple's own SDK, and creates the account at the first sign-in. To sign in
  /// without their SDKs, use `signInWithBrowser`.
  ///
  /// Reasons: `EMAIL_ALREADY_EXISTS` (sign in with one of `metadata['sign_in_methods']`, then call [linkIdToken]),
  /// `OAUTH_TOKEN_INVALID`, `OAUTH_PROVIDER_DISABLED`, `PROVIDER_UNAVAILABLE`, `EMAIL_NOT_VERIFIED`, `SIGN_UP_CLOSED`,
  /// `USER_DISABLED`, and those of second factors.
  Future<Session> signInWithIdToken({
    required OAuthProvider provider,
    required String idToken,
    String? nonce,
    String? authorizationCode,
    String? displayName,
  }) => callerOf(this).keeper.openSession('SignInWithOAuth', {
    'credential': _credential(provider, idToken, nonce, authorizationCode, displayName),
  });

  /// Signs in as a guest: a user without email and password. A device that has a guest keeps it: further calls return the
  /// same one, also offline. [linkPassword] makes the guest a permanent user with the same id.
  ///
  /// A guest who signs out cannot sign in again.
  ///
  /// Reasons: `ANONYMOUS_SIGN_IN_DISABLED`.
  Future<Session> signInAnonymously() {
    final caller = callerOf(this);
    final keeper = caller.keeper;
    return withLock('${caller.storageKey}.guest', () async {
      final stored = await keeper.disk.read();
      if (stored.session?.user.isAnonymous ?? false) {
        try {
          await keeper.getAccessToken();
        } on AuthException {
          // Also offline and with an expired token it is the same guest.
        }
        final current = keeper.view.current;
        if (current != null) return Session.of(current);
      }
      return keeper.openSession('SignInAnonymously');
    });
  }

  /// Turns a guest into a permanent user with the same id, or gives a user who signed in with Google or Apple a password.
  ///
  /// Reasons: `EMAIL_ALREADY_EXISTS`, `WEAK_PASSWORD`, `NOT_A_GUEST` (the user has a password),
  /// `REAUTHENTICATION_REQUIRED` (a permanent user who signed in more than ten minutes ago).
  Future<Session> linkPassword({required String email, required String password, String? displayName}) {
    final caller = callerOf(this);
    final canonical = email.trim().toLowerCase();
    return caller.keeper.rotate(
      (before, now) => !before.hasPassword && now.hasPassword && now.email == canonical,
      (attemptId, token) async {
        final request = {
          'email': email,
          'password': password,
          'displayName': ?displayName,
          'attemptId': attemptId,
        };
        final answer = await caller.call('LinkPassword', request, token);
        await keepDeviceToken(caller.keeper.disk, email, answer['deviceToken']);
        return answer;
      },
    );
  }

  /// Adds a Google or Apple account to the signed-in user, with an ID token from the provider's own SDK. A guest becomes a
  /// permanent user with the same id.
  ///
  /// Reasons: `OAUTH_ACCOUNT_EXISTS` (another user has this account), `ALREADY_EXISTS` (the user has another account of
  /// this provider), `OAUTH_TOKEN_INVALID`, `OAUTH_PROVIDER_DISABLED`, `PROVIDER_UNAVAILABLE`,
  /// `REAUTHENTICATION_REQUIRED`.
  Future<Session> linkIdToken({
    required OAuthProvider provider,
    required String idToken,
    String? nonce,
    String? authorizationCode,
  }) {
    final caller = callerOf(this);
    final credential = _credential(provider, idToken, nonce, authorizationCode, null);
    return caller.keeper.rotate(
      isLinked(provider),
      (attemptId, token) =>
          caller.call('LinkOAuth', {'credential': credential, 'attemptId': attemptId}, token),
    );
  }

  /// Signs out on this device, at once and also offline. If the server cannot be reached, the client tells it when the app
  /// starts the next time. With a [scope] it signs out on other devices.
  ///
  /// Throws only for [SignOutScope.others] and [SignOutScope.everywhere], which need the server and change nothing without
  /// it; and `STORAGE` when the session could not be removed from the device.
  Future<void> signOut({SignOutScope scope = SignOutScope.thisDevice}) async {
    final caller = callerOf(this);
    await caller.keeper.ready;
    if (scope == SignOutScope.others || scope == SignOutScope.everywhere) {
      await caller.asUser('RevokeMyOtherSessions');
    }
    if (scope != SignOutScope.others) {
      await caller.keeper.close(SignedOutReason.user, tellsServer: scope != SignOutScope.local);
    }
  }
}

Json _credential(
  OAuthProvider provider,
  String idToken,
  String? nonce,
  String? authorizationCode,
  String? displayName,
) => {
  'provider': provider.wireName,
  'idToken': idToken,
  'nonce': ?nonce,
  'authorizationCode': ?authorizationCode,
  'displayName': ?displayName,
};

/// An earlier attempt to link has succeeded, but its answer was lost.
bool Function(User before, User now) isLinked(OAuthProvider provider) {
  bool has(User user) => user.identities.any((identity) => identity.provider == provider.name);
  return (before, now) => !has(before) && has(now);
}
