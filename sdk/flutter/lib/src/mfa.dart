import 'dart:async';

import 'package:svc_auth/src/auth_exception.dart';
import 'package:svc_auth/src/caller.dart';
import 'package:svc_auth/src/email_code_proof.dart';
import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/kept_factors.dart';
import 'package:svc_auth/src/mfa_challenge.dart';
import 'package:svc_auth/src/mfa_proof.dart';
import 'package:svc_auth/src/mfa_step.dart';
import 'package:svc_auth/src/reauthentication.dart';
import 'package:svc_auth/src/session.dart';

/// What `confirmTotpEnrollment` returns.
final class TotpEnrolled {
  /// Creates it. The client does it.
  const TotpEnrolled({required this.recoveryCodes, required this.session});

  /// Each replaces the authenticator app once. Nobody can see them again: show them at once.
  final List<String> recoveryCodes;

  /// The session of a sign-in. Null when its answer was lost: then call `completeSignIn` without a proof.
  final Session? session;
}

/// Second factors: codes of an authenticator app, recovery codes, and passkeys, which are both factors in one. An app gets
/// it as `auth.mfa`.
///
/// Any sign-in may fail with `MFA_REQUIRED`: give its exception to [begin], ask for a code, and call [completeSignIn]; or
/// with `MFA_ENROLLMENT_REQUIRED`: then [startRequiredEnrollment] and [confirmTotpEnrollment] follow. What is between is
/// in memory only: after a restart of the app the user signs in again.
///
/// ```dart
/// try {
///   await auth.signInWithPassword(email: email, password: password);
/// } on AuthException catch (error) {
///   if (auth.mfa.begin(error) == null) rethrow;
///   await auth.mfa.completeSignIn(const SecondProof.totp('123456'));
/// }
/// ```
class Mfa {
  /// Of this client.
  Mfa(this._caller)
    : _memory = MfaMemory(_caller),
      _kept = KeptFactors(_caller),
      _reauthentication = Reauthentication(_caller);

  final Caller _caller;
  final MfaMemory _memory;
  final KeptFactors _kept;
  final Reauthentication _reauthentication;

  /// What to show next, or null when there is nothing.
  MfaStep? get step => _memory.held?.step;

  /// Every change of [step].
  Stream<MfaStep?> get stepChanges => _memory.watched.changes;

  /// Takes the exception of a failed sign-in. When the sign-in needs a second factor, it returns what to show next, and
  /// [step] is the same. Null for all other exceptions.
  MfaStep? begin(AuthException error) {
    final challenge = challengeOf(error);
    if (challenge == null) return null;
    final (:token, :factors, :expiresAt) = challenge;
    final held = error.reason == AuthReason.mfaRequired
        ? HeldMfaStep(
            MfaProve(factors: factors, expiresAt: expiresAt),
            mfaToken: token,
          )
        : HeldMfaStep(MfaEnroll(expiresAt: expiresAt), requiredToken: token);
    _memory.hold(held);
    return held.step;
  }

  /// Opens the session of the sign-in that [begin] took, with the second factor. Call it again after a `retryable`
  /// exception: there is one session. Without a proof it only repeats what [confirmTotpEnrollment] could not finish.
  ///
  /// Reasons: `MFA_CODE_INVALID` (`attemptsLeft` says how often a code can still be tried), `MFA_CHALLENGE_INVALID` (it
  /// took too long, or nothing was begun: sign in again), `RATE_LIMITED` (too many wrong codes: offer another factor),
  /// `PASSKEY_INVALID`, `CANCELLED`, `USER_DISABLED`, `EMAIL_NOT_VERIFIED`.
  Future<Session> completeSignIn([SecondProof? proof]) async {
    final mine = _memory.held;
    final mfaToken = mine?.mfaToken;
    if (mine == null || mfaToken == null || mfaToken.isEmpty) throw _nothingBegun();
    final request = {'mfaToken': mfaToken, ...?await proof?.toJson()};
    // Recovery codes stay until the user has kept them.
    final rest = mine.step is MfaRecoveryCodes ? HeldMfaStep(mine.step) : null;
    try {
      final session = await _caller.keeper.openSession('${mfaService}CompleteSignIn', request);
      if (identical(_memory.held, mine)) _memory.hold(rest);
      return session;
    } on AuthException catch (error) {
      final isOver = error.reason == AuthReason.mfaChallengeInvalid || error.attemptsLeft == 0;
      if (isOver && identical(_memory.held, mine)) _memory.hold(rest);
      rethrow;
    }
  }

  /// Forgets the step: the user turned back, or has kept the recovery codes. Nothing is changed on the server.
  void cancel() => _memory.hold(null);

  /// Begins to enroll an authenticator app in a sign-in that needs one. Again it returns the same secret, and mails the
  /// code again where one is needed.
  ///
  /// Reasons: `MFA_CHALLENGE_INVALID` (it took too long, or nothing was begun: sign in again).
  Future<TotpEnrollment> startRequiredEnrollment() async {
    final token = _memory.held?.requiredToken;
    if (token == null) throw _nothingBegun();
    const method = '${mfaService}StartRequiredEnrollment';
    return _enroll(await _caller.call(method, {'enrollmentToken': token}), token);
  }

  /// Begins to enroll an authenticator app for the signed-in user. It replaces the one that the user has, once it is
  /// confirmed. A user who has none and a verified email gets a code by email: `needsEmailCode` says so.
  ///
  /// Reasons: `REAUTHENTICATION_REQUIRED` (call [reauthenticate]), `MFA_DISABLED`.
  Future<TotpEnrollment> startTotpEnrollment() async =>
      _enroll(await _caller.asUser('${mfaService}StartTotpEnrollment'), null);

  /// Enrolls the authenticator app with a code that it shows, and ends the user's other sessions. In a sign-in it then
  /// opens the session. After a lost answer the app may be enrolled: sign in with its code, and replace the recovery
  /// codes. [emailCode] is the code that was mailed to the user, where `needsEmailCode` is true.
  ///
  /// Reasons: `MFA_CODE_INVALID` (the code of the app), `EMAIL_CODE_INVALID` (the code of the email), both with
  /// `attemptsLeft`; `MFA_CHALLENGE_INVALID` (it took too long, or nothing was started: begin again), `SESSION_REVOKED`.
  Future<TotpEnrolled> confirmTotpEnrollment({required String totpCode, String? emailCode}) async {
    final mine = _memory.held;
    final enrollmentToken = mine?.enrollmentToken;
    if (enrollmentToken == null) throw _nothingBegun();
    final Json answer;
    try {
      answer = await _caller.call('${mfaService}ConfirmTotpEnrollment', {
        'enrollmentToken': enrollmentToken,
        'totpCode': totpCode,
        'emailCode': ?emailCode,
      });
    } on AuthException catch (error) {
      final isOver = error.reason == AuthReason.mfaChallengeInvalid;
      if (isOver && identical(_memory.held, mine)) _memory.hold(null);
      rethrow;
    }
    final recoveryCodes = jsonTexts(answer['recoveryCodes']);
    final token = answer['mfaToken'];
    final mfaToken = token is String && token.isNotEmpty ? token : null;
    _memory.hold(HeldMfaStep(MfaRecoveryCodes(recoveryCodes), mfaToken: mfaToken));
    _kept.reload();
    Session? session;
    try {
      if (mfaToken != null) session = await completeSignIn();
    } on AuthException {
      // The recovery codes are returned whatever comes of it.
    }
    return TotpEnrolled(recoveryCodes: recoveryCodes, session: session);
  }

  /// Proves again who the user is. For ten minutes afterwards the methods work that failed with
  /// `REAUTHENTICATION_REQUIRED`, and where the project uses second factors your backend sees it in `auth_time` and `amr`
  /// of the access token. The session stays the same.
  ///
  /// Reasons: `INVALID_CREDENTIALS` (wrong password), `MFA_CODE_INVALID`, `EMAIL_CODE_INVALID`, `PASSKEY_INVALID`,
  /// `CANCELLED`, `RATE_LIMITED`.
  Future<Session> reauthenticate(Proof proof) async {
    switch (proof) {
      case PasswordProof(:final password):
        return _reauthentication.send({'password': password});
      case TypedEmailCodeProof(:final code):
        final disk = _caller.keeper.disk;
        final (:flowId, code: plain, :codeVerifier) = emailCodeProof(await disk.read(), code);
        final emailCode = {'flowId': flowId, 'code': plain, 'codeVerifier': codeVerifier};
        final session = await _reauthentication.send({'emailCode': emailCode});
        await forgetFlow(disk, codeVerifier);
        return session;
      case TotpProof():
        return _reauthentication.send(await proof.toJson());
      case PasskeyProof():
        return _reauthentication.send(await proof.toJson());
    }
  }

  /// Fetches the second factors of the signed-in user.
  ///
  /// Reasons: `MFA_DISABLED` (the project does not use them, or the user is a guest).
  Future<MyFactors> getFactors() => _kept.get();

  /// The user's factors as the server last said. Null while nothing is known.
  MyFactors? get knownFactors => _kept.known;

  /// Every change of [knownFactors]. Listening asks the server for them.
  Stream<MyFactors?> get factorsChanges => _kept.watched.changes;

  /// Removes the authenticator app and the recovery codes, and ends the user's other sessions.
  ///
  /// Reasons: `REAUTHENTICATION_REQUIRED` (call [reauthenticate] with a code or a passkey), `NOT_FOUND` (none is enrolled).
  Future<void> removeTotp() async {
    await _caller.asUser('${mfaService}RemoveTotp');
    _kept.reload();
  }

  /// Replaces all recovery codes by ten new ones, and ends the user's other sessions. Nobody can see them again: show them
  /// at once.
  ///
  /// Reasons: `REAUTHENTICATION_REQUIRED` (call [reauthenticate] with a code or a passkey), `NOT_FOUND` (no authenticator
  /// app is enrolled).
  Future<List<String>> regenerateRecoveryCodes() async {
    final answer = await _caller.asUser('${mfaService}RegenerateRecoveryCodes');
    _kept.reload();
    return jsonTexts(answer['recoveryCodes']);
  }

  TotpEnrollment _enroll(Json answer, String? requiredToken) {
    final wire = jsonObject(answer['enrollment']);
    final enrollment = enrollmentOf(wire);
    final token = wire['enrollmentToken'];
    _memory.hold(
      HeldMfaStep(
        MfaConfirm(enrollment),
        requiredToken: requiredToken,
        enrollmentToken: token is String ? token : null,
      ),
    );
    return enrollment;
  }
}

AuthException _nothingBegun() =>
    const AuthException(AuthReason.mfaChallengeInvalid, 'nothing was begun', code: 'failed_precondition');
