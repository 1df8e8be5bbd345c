import 'dart:async';
import 'dart:convert';

import 'package:svc_auth/src/auth_exception.dart';
import 'package:svc_auth/src/base64_text.dart';
import 'package:svc_auth/src/caller.dart';
import 'package:svc_auth/src/connect_call.dart';
import 'package:svc_auth/src/device_tokens.dart';
import 'package:svc_auth/src/email_code_proof.dart';
import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/locks.dart';
import 'package:svc_auth/src/session.dart';
import 'package:svc_auth/src/sha256.dart';
import 'package:svc_auth/src/watched.dart';

/// For so long the app asks for the code. Emails rarely take longer; if one does, the server still accepts its code.
const _flowMs = 70 * 60000;

/// A code that was requested on this device.
final class PendingEmailCode {
  /// Creates it. The client does it.
  const PendingEmailCode({required this.email, required this.requestedAt});

  /// Where the code was sent.
  final String email;

  /// When it was last requested, by this device's clock.
  final DateTime requestedAt;

  @override
  bool operator ==(Object other) =>
      other is PendingEmailCode && other.email == email && other.requestedAt == requestedAt;

  @override
  int get hashCode => Object.hash(email, requestedAt);

  @override
  String toString() => 'PendingEmailCode($email, $requestedAt)';
}

/// Which device asked for a code, and when.
typedef EmailCodeOrigin = ({String userAgent, DateTime? requestedAt});

/// Signs in with a code that the user gets by email, if the project allows it: `getProjectConfig` says so. An app gets it
/// as `auth.emailCodes`.
///
/// A code works on the device that asked for it and nowhere else, also after the app was killed and started again.
///
/// ```dart
/// await auth.emailCodes.request(email);
/// await auth.emailCodes.signIn('1234 5678');
/// ```
class EmailCodes {
  /// Of this client.
  EmailCodes(this._caller) {
    _caller.keeper.view.listen((_, _) => unawaited(_reload()));
  }

  final Caller _caller;
  late final _watched = Watched<PendingEmailCode?>(() => _shown, onListen: () => unawaited(_reload()));
  PendingEmailCode? _shown;
  bool _isKnown = false;
  String? _issuer;

  /// Emails a code to this address. Again for the same address it sends another code, and the earlier one stops working.
  /// Succeeds whether or not the address has an account, and when too many codes were requested.
  ///
  /// Reasons: `EMAIL_CODE_DISABLED`, `UNIMPLEMENTED` (the server is older than email codes), `STORAGE` (nothing was sent,
  /// because the device could not store what it needs to use the code).
  Future<void> request(String email) =>
      // One after the other, so that the second of two taps has another code sent and does not begin anew.
      withLock(
        '${_caller.storageKey}.emailCode',
        () => _ask(email.trim().toLowerCase()),
      ).whenComplete(() => unawaited(_reload()));

  /// Signs in with the code of the last email, and creates the account if there is none. Spaces and hyphens in the code do
  /// not matter.
  ///
  /// Reasons: `EMAIL_CODE_INVALID` (wrong, expired, used or not requested on this device; `attemptsLeft` says how often it
  /// can still be tried), `EMAIL_CODE_DISABLED`, `USER_DISABLED`, `SIGN_UP_CLOSED`, `EMAIL_ALREADY_EXISTS`,
  /// `RATE_LIMITED`, and those of second factors.
  Future<Session> signIn(String code) async {
    final disk = _caller.keeper.disk;
    final stored = await disk.read();
    final proof = emailCodeProof(stored, code);
    final deviceToken = deviceTokenOf(stored, '${stored.emailCode?['email'] ?? ''}');
    try {
      final session = await _caller.keeper.openSession('SignInWithEmailCode', {
        'flowId': proof.flowId,
        'code': proof.code,
        'codeVerifier': proof.codeVerifier,
        'deviceToken': ?deviceToken,
      });
      await _forget(proof.codeVerifier);
      return session;
    } on AuthException catch (error) {
      // The code was right. A second factor completes the sign-in.
      if (error.reason.startsWith('MFA_')) await _forget(proof.codeVerifier);
      rethrow;
    }
  }

  /// The code in the link of the email, for [signIn], when the link opens your app. Null for all other links, also for
  /// those that another device or project asked for. Opening a link signs nobody in.
  Future<String?> codeFromUrl(Uri url) async {
    final flow = (await _caller.keeper.disk.read()).emailCode;
    final id = flow?['id'];
    final link = '${url.removeFragment()}';
    String? parameter(String name) => RegExp('[?&]$name=([\\w-]+)(&|\$)').firstMatch(link)?.group(1);
    final isOurs = id is String && link.startsWith('${flow?['issuer']}/app?') && parameter('flow') == id;
    return isOurs ? parameter('code') : null;
  }

  /// Tells which device asked for the code in a link. For an app that its link opens on another device: show the code of
  /// the link, and where to type it. The [flowId] is in the link, as `flow`.
  ///
  /// Reasons: `EMAIL_CODE_INVALID` (the code is over).
  Future<EmailCodeOrigin> inspect(String flowId) async {
    final answer = await _caller.call('InspectEmailCode', {'flowId': flowId});
    final requestedAt = answer['requestTime'];
    return (
      userAgent: '${answer['userAgent'] ?? ''}',
      requestedAt: requestedAt is String ? DateTime.tryParse(requestedAt) : null,
    );
  }

  /// The code that was requested on this device and can still be used, as far as the device knows. After a restart, too,
  /// ask for the code and not for the address.
  Future<PendingEmailCode?> pending() async {
    await _reload();
    return _shown;
  }

  /// Every change of what [pending] returns.
  Stream<PendingEmailCode?> get pendingChanges => _watched.changes;

  Future<void> _forget(String codeVerifier) async {
    await forgetFlow(_caller.keeper.disk, codeVerifier);
    unawaited(_reload());
  }

  /// By way of the lock, which a sign-out that has not been written yet holds.
  Future<void> _reload() async {
    try {
      await _caller.keeper.disk.change((stored) {
        _show(stored.emailCode);
        return null;
      });
    } on AuthException {
      return;
    }
  }

  void _show(Json? flow) {
    final next = flow != null && flow['id'] is String && _isRecent(flow)
        ? PendingEmailCode(
            email: '${flow['email']}',
            requestedAt: DateTime.fromMillisecondsSinceEpoch(_millisOf(flow)),
          )
        : null;
    if (_isKnown && next == _shown) return;
    _isKnown = true;
    _shown = next;
    _watched.tell();
  }

  bool _isRecent(Json flow) => _caller.clock.now() - _millisOf(flow) < _flowMs;

  int _millisOf(Json flow) => switch (flow['at']) {
    final num at => at.toInt(),
    _ => 0,
  };

  /// Has a code sent. What is needed to use it is on disk before, because the app may be killed at any moment. After a
  /// lost answer the id is missing, and the next request begins a flow with the same verifier.
  Future<void> _ask(String email) async {
    final disk = _caller.keeper.disk;
    final issuer = _issuer ??= '${(await _caller.call('${configService}GetProjectConfig'))['issuer'] ?? ''}';
    String? deviceToken;
    var flow = <String, Object?>{
      'email': email,
      'codeVerifier': toBase64Url(_caller.randomBytes(32)),
      'issuer': issuer,
      'at': _caller.clock.now(),
    };
    await disk.change((stored) {
      final last = stored.replaceable.emailCode;
      if (last != null && last['email'] == email && _isRecent(last)) flow = {...last, 'at': flow['at']};
      deviceToken = deviceTokenOf(stored, email);
      return stored.replacing({'emailCode': flow});
    });
    final codeVerifier = '${flow['codeVerifier']}';
    final answer = await _caller.call('RequestEmailCode', {
      'email': email,
      'codeChallenge': toBase64Url(sha256(ascii.encode(codeVerifier))),
      'flowId': ?flow['id'],
      'deviceToken': ?deviceToken,
    });
    await disk.change(
      (stored) => stored.replaceable.emailCode?['codeVerifier'] == codeVerifier
          ? stored.replacing({
              'emailCode': {...flow, 'id': answer['flowId']},
            })
          : null,
    );
  }
}
