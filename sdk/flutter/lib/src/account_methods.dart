import 'package:svc_auth/src/account_records.dart';
import 'package:svc_auth/src/auth_exception.dart';
import 'package:svc_auth/src/auth_state.dart';
import 'package:svc_auth/src/client_internals.dart';
import 'package:svc_auth/src/connect_call.dart';
import 'package:svc_auth/src/device_tokens.dart';
import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/user.dart';

/// The account of the signed-in user, and what the project allows.
mixin AccountMethods {
  /// Fetches the signed-in user from the server and updates `currentUser`. For example after your backend changed the
  /// user.
  Future<User> reloadUser() async => _kept(await callerOf(this).asUser('GetMe'));

  /// Changes the user's display name, picture and language. What is absent stays as it is; an empty text removes it.
  ///
  /// Reasons: `INVALID_REQUEST` (`metadata['field']` says which).
  Future<User> updateUser({String? displayName, String? avatarUrl, String? locale}) async => _kept(
    await callerOf(
      this,
    ).asUser('UpdateMe', {'displayName': ?displayName, 'avatarUrl': ?avatarUrl, 'locale': ?locale}),
  );

  /// Removes a Google or Apple account from the user. It also ends the sessions that were opened with it, perhaps this
  /// one. Needs [currentPassword], unless the user signed in during the last ten minutes.
  ///
  /// Reasons: `LAST_SIGN_IN_METHOD`, `REAUTHENTICATION_REQUIRED`, `INVALID_CREDENTIALS` (wrong current password),
  /// `NOT_FOUND`.
  Future<User> unlinkIdentity(OAuthProvider provider, {String? currentPassword}) async => _kept(
    await callerOf(
      this,
    ).asUser('UnlinkIdentity', {'provider': provider.wireName, 'currentPassword': ?currentPassword}),
  );

  /// Changes the password and ends the user's other sessions. A user who has no password yet gets one with
  /// `linkPassword`.
  ///
  /// Reasons: `INVALID_CREDENTIALS` (wrong current password), `WEAK_PASSWORD`.
  Future<void> changePassword({required String currentPassword, required String newPassword}) async {
    final caller = callerOf(this);
    final answer = await caller.asUser('ChangePassword', {
      'currentPassword': currentPassword,
      'newPassword': newPassword,
    });
    await keepDeviceToken(caller.keeper.disk, null, answer['deviceToken']);
  }

  /// Emails a confirmation link to a new address. The old address stays in use until the user follows the link. Succeeds
  /// also when another account has the new address; then no link is sent.
  ///
  /// Reasons: `REAUTHENTICATION_REQUIRED`, `INVALID_CREDENTIALS` (wrong current password).
  Future<void> requestEmailChange(String newEmail, {String? currentPassword}) async {
    await callerOf(
      this,
    ).asUser('RequestEmailChange', {'newEmail': newEmail, 'currentPassword': ?currentPassword});
  }

  /// Lists the devices on which the user is signed in, the most recently used first.
  Future<List<DeviceSession>> listSessions() async {
    final answer = await callerOf(this).asUser('ListMySessions');
    return [for (final each in jsonObjects(answer['sessions'])) DeviceSession(each)];
  }

  /// Ends the session of one device of the user. Succeeds also when it has already ended.
  ///
  /// Reasons: `NOT_FOUND` (not a session of this user).
  Future<void> revokeSession(String sessionId) async {
    await callerOf(this).asUser('RevokeMySession', {'sessionId': sessionId});
  }

  /// Deletes the user's account permanently and signs out. Needs [currentPassword], unless the user is a guest or signed
  /// in during the last ten minutes. Where the project has a grace period, the account is deleted at the time that is
  /// returned, and signing in before then keeps it; null when it is deleted already.
  ///
  /// Reasons: `REAUTHENTICATION_REQUIRED`, `INVALID_CREDENTIALS` (wrong current password).
  Future<DateTime?> deleteAccount({String? currentPassword}) async {
    final caller = callerOf(this);
    Json answer;
    try {
      answer = await caller.asUser('DeleteAccount', {'currentPassword': ?currentPassword});
    } on AuthException catch (error) {
      // An earlier call has deleted the account, but its answer was lost.
      if ((error.metadata['cause'] ?? '').isEmpty) rethrow;
      answer = const {};
    }
    await caller.keeper.close(SignedOutReason.deleted);
    return deletionTimeOf(answer);
  }

  /// Fetches which sign-in methods are enabled, the password policy and the theme, for your sign-in screen.
  Future<ProjectConfig> getProjectConfig() async =>
      ProjectConfig(await callerOf(this).call('${configService}GetProjectConfig'));

  User _kept(Json answer) => callerOf(this).keeper.keepUser(User.fromWire(jsonObject(answer['user'])));
}

/// When an account will be deleted; null when it is deleted already.
DateTime? deletionTimeOf(Json answer) => switch (answer['deletionTime']) {
  final String text => DateTime.tryParse(text),
  _ => null,
};
