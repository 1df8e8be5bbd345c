import 'package:svc_auth/core.dart';
import 'package:test/test.dart';

import 'scripted_server.dart';

Matcher _fails(String reason) => throwsA(isA<AuthException>().having((it) => it.reason, 'reason', reason));

void main() {
  late ScriptedServer server;
  late AuthClient auth;

  setUp(() {
    server = ScriptedServer();
    server.answers['SignIn'] = (_) => adaTokens();
    server.answers['RefreshToken'] = (_) => adaTokens();
    auth = server.client();
  });

  Future<void> signIn() => auth.signInWithPassword(email: 'ada@example.com', password: 'correct horse');

  test('a sign-in that needs an authenticator app enrolls it, and then there is a session', () async {
    server.answers['SignIn'] = (_) => refusal('MFA_ENROLLMENT_REQUIRED', mfaToken: 'required_1');
    server.answers['StartRequiredEnrollment'] = (_) => {
      'enrollment': {'enrollmentToken': 'et_1', 'secret': 'ABC', 'uri': 'otpauth://totp/x'},
    };
    server.answers['ConfirmTotpEnrollment'] = (_) => {
      'recoveryCodes': ['one', 'two'],
      'mfaToken': 'mt_1',
    };
    server.answers['CompleteSignIn'] = (_) => adaTokens();
    final steps = <MfaStep?>[];
    auth.mfa.stepChanges.listen(steps.add);

    await expectLater(signIn(), _fails(AuthReason.mfaEnrollmentRequired));
    try {
      await signIn();
    } on AuthException catch (error) {
      expect(auth.mfa.begin(error), isA<MfaEnroll>());
    }
    final enrollment = await auth.mfa.startRequiredEnrollment();
    expect((enrollment.secret, enrollment.json.containsKey('enrollmentToken')), ('ABC', false));
    expect('$enrollment', isNot(contains('ABC')));

    final enrolled = await auth.mfa.confirmTotpEnrollment(totpCode: '123456');
    expect(enrolled.recoveryCodes, ['one', 'two']);
    expect(enrolled.session, isNotNull);
    expect('$enrolled', isNot(contains('one')));
    expect(auth.currentUser?.id, 'u1');
    expect(server.sentTo('CompleteSignIn').single['mfaToken'], 'mt_1');

    await Future<void>.delayed(Duration.zero);
    expect(auth.mfa.step, isA<MfaRecoveryCodes>());
    auth.mfa.cancel();
    await Future<void>.delayed(Duration.zero);
    expect(steps.last, isNull);
    expect(steps, isNotEmpty);
  });

  test('nothing that was not begun can be completed, and other exceptions begin nothing', () async {
    await expectLater(
      auth.mfa.completeSignIn(const SecondProof.totp('123456')),
      _fails(AuthReason.mfaChallengeInvalid),
    );
    await expectLater(auth.mfa.startRequiredEnrollment(), _fails(AuthReason.mfaChallengeInvalid));
    await expectLater(
      auth.mfa.confirmTotpEnrollment(totpCode: '123456'),
      _fails(AuthReason.mfaChallengeInvalid),
    );
    expect(auth.mfa.begin(const AuthException(AuthReason.network, 'no answer')), isNull);
  });

  test('a proof is sent with the renewed session, and not again when its lost answer has arrived', () async {
    await signIn();
    server.answers['RefreshToken'] = (_) => adaTokens(authTime: 100);
    server.answers['Reauthenticate'] = (_) => throw StateError('lost');
    await expectLater(auth.mfa.reauthenticate(const Proof.totp('123456')), _fails(AuthReason.network));

    server.answers['RefreshToken'] = (_) => adaTokens(authTime: 200);
    await auth.mfa.reauthenticate(const Proof.totp('123456'));
    expect(server.sentTo('Reauthenticate').single['totpCode'], '123456');

    server.answers['Reauthenticate'] = (_) => adaTokens(authTime: 300);
    await auth.mfa.reauthenticate(const Proof.password('correct horse'));
    expect(server.sentTo('Reauthenticate').last['password'], 'correct horse');
  });

  test('the factors of the user are followed, and forgotten when the user signs out', () async {
    await signIn();
    server.answers['SignOut'] = (_) => <String, Object?>{};
    server.answers['GetMyFactors'] = (_) => {
      'factors': {'recoveryCodesLeft': 9, 'totpEnrolledAt': '2026-01-01T00:00:00Z'},
    };
    final seen = <MyFactors?>[];
    auth.mfa.factorsChanges.listen(seen.add);
    await Future<void>.delayed(const Duration(milliseconds: 1));
    expect(seen.single?.recoveryCodesLeft, 9);
    await auth.signOut();
    await Future<void>.delayed(Duration.zero);
    expect((auth.mfa.knownFactors, seen.last), (null, null));
  });
}
