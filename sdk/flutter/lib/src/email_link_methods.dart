import 'package:svc_auth/src/account_methods.dart';
import 'package:svc_auth/src/account_records.dart';
import 'package:svc_auth/src/client_internals.dart';
import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/user.dart';

/// Emails with links. None of these needs a signed-in user. The server's own pages do the confirming half, unless the app
/// handles the links itself.
mixin EmailLinkMethods {
  /// Emails a new verification link. Always succeeds, so that nobody learns which emails have an account.
  Future<void> requestEmailVerification(String email) => _request('RequestEmailVerification', email);

  /// Emails a link to choose a new password. Always succeeds, so that nobody learns which emails have an account.
  Future<void> requestPasswordReset(String email) => _request('RequestPasswordReset', email);

  /// Emails a link that deletes the account. Always succeeds, so that nobody learns which emails have an account.
  Future<void> requestAccountDeletion(String email) => _request('RequestAccountDeletion', email);

  /// Says what an emailed link is about, without using it up.
  ///
  /// Reasons: `EMAIL_TOKEN_INVALID`.
  Future<EmailLink> inspectEmailLink(String token) async =>
      EmailLink(await callerOf(this).call('InspectEmailLink', {'token': token}));

  /// Marks the email as verified, with the token from an emailed link. [review] removes what [inspectEmailLink] lists and
  /// the owner of the mailbox does not recognise.
  ///
  /// Reasons: `EMAIL_TOKEN_INVALID`.
  Future<User> confirmEmailVerification(String token, {EmailLinkReview? review}) =>
      _confirm('ConfirmEmailVerification', token, review);

  /// "This wasn't me": deletes an account that somebody else created with this email, or takes the email and the password
  /// away from an account that has other ways to sign in. Returns whether the whole account was deleted.
  ///
  /// Reasons: `EMAIL_TOKEN_INVALID`.
  Future<bool> rejectEmailVerification(String token) async {
    final answer = await callerOf(this).call('RejectEmailVerification', {'token': token});
    return answer['accountDeleted'] == true;
  }

  /// Sets a new password with the token from an emailed link, and ends every session of the user.
  ///
  /// Reasons: `EMAIL_TOKEN_INVALID`, `WEAK_PASSWORD` (the link stays valid).
  Future<void> confirmPasswordReset({required String token, required String newPassword}) async {
    await callerOf(this).call('ConfirmPasswordReset', {'token': token, 'newPassword': newPassword});
  }

  /// Makes the new address the user's email, with the token from an emailed link.
  ///
  /// Reasons: `EMAIL_TOKEN_INVALID`, `EMAIL_ALREADY_EXISTS` (another account took it meanwhile).
  Future<User> confirmEmailChange(String token, {EmailLinkReview? review}) =>
      _confirm('ConfirmEmailChange', token, review);

  /// Restores the old email, with the token from the email that its owner got, and ends every session. The password is
  /// removed: choose a new one with [confirmPasswordReset], which takes the token that is returned.
  ///
  /// Reasons: `EMAIL_TOKEN_INVALID`.
  Future<String> undoEmailChange(String token) async =>
      '${(await callerOf(this).call('UndoEmailChange', {'token': token}))['resetToken'] ?? ''}';

  /// Deletes the account permanently, with the token from an emailed link, or at the time that is returned.
  ///
  /// Reasons: `EMAIL_TOKEN_INVALID`.
  Future<DateTime?> confirmAccountDeletion(String token) async =>
      deletionTimeOf(await callerOf(this).call('ConfirmAccountDeletion', {'token': token}));

  Future<void> _request(String method, String email) async {
    await callerOf(this).call(method, {'email': email});
  }

  Future<User> _confirm(String method, String token, EmailLinkReview? review) async {
    final caller = callerOf(this);
    final answer = await caller.call(method, {'token': token, ...?review?.toJson()});
    return caller.keeper.keepUser(User.fromWire(jsonObject(answer['user'])));
  }
}
