import 'package:svc_auth/src/auth_exception.dart';
import 'package:svc_auth/src/caller.dart';
import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/kept_passkeys.dart';
import 'package:svc_auth/src/passkey_ceremony.dart';
import 'package:svc_auth/src/passkey_platform.dart';
import 'package:svc_auth/src/pending_passkey.dart';
import 'package:svc_auth/src/session.dart';
import 'package:svc_auth/src/sign_up_result.dart';

/// Signs in with passkeys, if the project allows it: `getProjectConfig` says so. An app gets it as `auth.passkeys`.
///
/// A method that asks the user fails with `CANCELLED` when the user turns back, and with `PASSKEY_FAILED` when the device
/// refuses; `metadata['error']` is then the device's word for it, and `cause` its error. Call it again after a `retryable`
/// exception. A sign-up with an email and [link] then do not ask the user again, also after a restart of the app: there is
/// one account and one passkey. A sign-in asks again.
class Passkeys {
  /// Of this client, on this device.
  factory Passkeys(Caller caller, PasskeyPlatform platform) {
    final pending = PendingPasskey(caller);
    return Passkeys._(caller, platform, pending, KeptPasskeys(caller, platform, pending));
  }

  Passkeys._(this._caller, this._platform, this._pending, this._kept)
    : _ceremonies = PasskeyCeremonies(_platform);

  final Caller _caller;
  final PasskeyPlatform _platform;
  final PendingPasskey _pending;
  final KeptPasskeys _kept;
  final PasskeyCeremonies _ceremonies;

  /// Whether this device can use passkeys at all.
  bool get isAvailable => _platform.isAvailable;

  /// Signs in with a passkey that the user chooses.
  ///
  /// Reasons: `CANCELLED`, `PASSKEY_FAILED`, `PASSKEY_INVALID` (the server does not know the passkey, or did not accept
  /// it), `PASSKEY_DISABLED`, `EMAIL_NOT_VERIFIED`, `USER_DISABLED`.
  Future<Session> signIn() async {
    final credentialJson = await askForPasskey();
    try {
      return await _caller.keeper.openSession('${passkeyService}SignInWithPasskey', {
        'credentialJson': credentialJson,
      });
    } on AuthException catch (error) {
      if (error.metadata['signal'] == 'unknown') {
        final rpId = error.metadata['rp_id'] ?? '';
        _platform.signalUnknown(rpId: rpId, credentialId: credentialIdOf(credentialJson)).ignore();
      }
      rethrow;
    }
  }

  /// Asks the user for a passkey, as a sign-in does, and returns the answer of the device as JSON. A proof for `auth.mfa`
  /// calls it.
  ///
  /// Reasons: `CANCELLED`, `PASSKEY_FAILED`, `PASSKEY_DISABLED`.
  Future<String> askForPasskey() =>
      _ceremonies.get(() => _caller.call('${passkeyService}StartPasskeySignIn'));

  /// Creates an account with a passkey, and signs in. If the project requires a verified email, nobody is signed in yet and
  /// the result is [SignUpVerifyEmail]. Without an [email], an account whose passkeys are lost cannot be recovered.
  /// [passkeyName] is what the user calls the passkey.
  ///
  /// Reasons: `CANCELLED`, `PASSKEY_FAILED`, `EMAIL_ALREADY_EXISTS`, `SIGN_UP_CLOSED`, `PASSKEY_DISABLED`,
  /// `PASSKEY_INVALID`.
  Future<SignUpResult> signUp({String? email, String? displayName, String? passkeyName}) async {
    final who = {'email': ?email, 'displayName': ?displayName};
    final input = {...who, 'passkeyName': ?passkeyName};
    Future<String> ceremony() =>
        _ceremonies.create(() => _caller.call('${passkeyService}StartPasskeySignUp', who));
    Future<Session?> open(String credentialJson) => _caller.keeper.open(
      '${passkeyService}SignUpWithPasskey',
      {...input, 'credentialJson': credentialJson},
    );
    // Without an address nothing tells the next person at the device from this one.
    final hasEmail = email != null && email.isNotEmpty;
    return signUpResultOf(
      hasEmail ? await _pending.run('SignUp', input, ceremony, open) : await open(await ceremony()),
    );
  }

  /// Adds a passkey to the signed-in user. A guest becomes a permanent user with the same id. [passkeyName] is what the
  /// user calls it; the product that keeps it unless you say otherwise.
  ///
  /// Reasons: `CANCELLED`, `PASSKEY_FAILED`, `PASSKEY_ALREADY_EXISTS` (this device has one of the account),
  /// `TOO_MANY_PASSKEYS`, `REAUTHENTICATION_REQUIRED` (a permanent user who signed in more than ten minutes ago),
  /// `PASSKEY_DISABLED`, `PASSKEY_INVALID`.
  Future<Session> link({String? passkeyName}) => _pending
      .run(
        'Link',
        {'passkeyName': ?passkeyName},
        () => _ceremonies.create(() => _caller.asUser('${passkeyService}StartPasskeyLink')),
        (credentialJson) => _link(credentialJson, passkeyName),
      )
      .whenComplete(_kept.reload);

  /// Lists the user's passkeys, the newest first. The device then no longer offers those that are removed.
  Future<List<Passkey>> list() => _kept.list();

  /// Renames a passkey.
  ///
  /// Reasons: `NOT_FOUND`, `INVALID_REQUEST` (a name has 1 to 100 characters), `REAUTHENTICATION_REQUIRED` (the sign-in is
  /// older than ten minutes).
  Future<Passkey> rename(String passkeyId, String name) async {
    final request = {'passkeyId': passkeyId, 'name': name};
    final answer = await _caller.asUser('${passkeyService}UpdateMyPasskey', request);
    _kept.reload();
    return Passkey(jsonObject(answer['passkey']));
  }

  /// Removes a passkey and ends the sessions that were opened with it, perhaps this one. Needs [currentPassword], unless
  /// the user signed in during the last ten minutes.
  ///
  /// Reasons: `LAST_SIGN_IN_METHOD`, `REAUTHENTICATION_REQUIRED`, `INVALID_CREDENTIALS` (wrong current password),
  /// `NOT_FOUND`.
  Future<void> remove(String passkeyId, {String? currentPassword}) async {
    final removed = (_kept.known ?? const []).where((each) => each.id == passkeyId).firstOrNull;
    final request = {'passkeyId': passkeyId, 'currentPassword': ?currentPassword};
    await _caller.asUser('${passkeyService}RemoveMyPasskey', request);
    if (removed != null) {
      _platform.signalUnknown(rpId: removed.rpId, credentialId: removed.credentialId).ignore();
    }
    try {
      await _kept.list();
    } on AuthException {
      // It is removed. The device learns of it the next time.
    }
  }

  /// The user's passkeys as the server last said. Null while nothing is known.
  List<Passkey>? get known => _kept.known;

  /// Every change of [known]. Listening asks the server for them.
  Stream<List<Passkey>?> get changes => _kept.watched.changes;

  Future<Session> _link(String credentialJson, String? passkeyName) async {
    try {
      return await _caller.keeper.rotate(
        (_, _) => false,
        (attemptId, token) => _caller.call('${passkeyService}LinkPasskey', {
          'credentialJson': credentialJson,
          'passkeyName': ?passkeyName,
          'attemptId': attemptId,
        }, token),
      );
    } on AuthException catch (error) {
      // Perhaps an earlier attempt has succeeded, but its answer was lost.
      final isRefused = {AuthReason.passkeyInvalid, AuthReason.passkeyAlreadyExists}.contains(error.reason);
      final current = _caller.keeper.view.current;
      if (!isRefused || current == null) rethrow;
      final id = credentialIdOf(credentialJson);
      if (!(await _kept.list()).any((each) => each.credentialId == id)) rethrow;
      return Session.of(current);
    }
  }
}
