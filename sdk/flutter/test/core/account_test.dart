import 'package:svc_auth/core.dart';
import 'package:test/test.dart';

import 'scripted_server.dart';

class _Device implements PasskeyPlatform {
  final signals = <String>[];

  @override
  bool get isAvailable => true;

  @override
  Future<String?> create(String optionsJson) => throw StateError('InvalidStateError');

  @override
  Future<String?> get(String optionsJson) => throw StateError('something else');

  @override
  Future<void> signalUnknown({required String rpId, required String credentialId}) async =>
      signals.add('unknown $rpId $credentialId');

  @override
  Future<void> signalAccepted({
    required String rpId,
    required String userHandle,
    required List<String> credentialIds,
  }) async => signals.add('accepted $rpId $userHandle $credentialIds');
}

void main() {
  late ScriptedServer server;
  late _Device device;
  late AuthClient auth;

  setUp(() async {
    server = ScriptedServer();
    server.answers['SignIn'] = (_) => adaTokens();
    device = _Device();
    auth = server.client(passkeyPlatform: device);
    await auth.signInWithPassword(email: 'ada@example.com', password: 'correct horse');
  });

  Matcher fails(String reason) => throwsA(isA<AuthException>().having((it) => it.reason, 'reason', reason));

  test('what the server says of the project is read, also what an older one leaves out', () async {
    server.answers['GetProjectConfig'] = (_) => {
      'slug': 'demo',
      'providers': {
        'password': {'enabled': true},
        'google': {'enabled': false},
      },
      'passwordPolicy': {'minLength': 10},
      'mfaPolicy': 'MFA_POLICY_REQUIRED_BY_CLAIM',
    };
    final config = await auth.getProjectConfig();
    expect(
      [config.isEnabled('password'), config.isEnabled('google'), config.isEnabled('passkey')],
      [true, false, false],
    );
    expect((config.minPasswordLength, config.mfaPolicy), (10, MfaPolicy.requiredByClaim));
    server.answers['GetProjectConfig'] = (_) => <String, Object?>{};
    expect((await auth.getProjectConfig()).mfaPolicy, isNull);
  });

  test(
    'a review of an emailed link removes what the owner does not recognise, and what was not shown',
    () async {
      server.answers['InspectEmailLink'] = (_) => {
        'purpose': 'verify',
        'identities': [
          {'provider': 'google'},
        ],
        'passkeys': [
          {'id': 'p1'},
        ],
      };
      server.answers['ConfirmEmailVerification'] = (_) => {
        'user': {'id': 'u1', 'email': 'ada@example.com', 'emailVerified': true},
      };
      final link = await auth.inspectEmailLink('t1');
      final review = EmailLinkReview(removeProviders: const [OAuthProvider.google], shown: link);
      await auth.confirmEmailVerification('t1', review: review);
      expect(server.sentTo('ConfirmEmailVerification').single, {
        'token': 't1',
        'removeProviders': ['google'],
        'listed': {
          'providers': ['google'],
          'passkeyIds': ['p1'],
        },
      });
      expect(auth.currentUser?.emailVerified, isTrue);
    },
  );

  test('the device learns which passkeys the server knows', () async {
    server.answers['ListMyPasskeys'] = (_) => {
      'rpId': 'example.com',
      'userHandle': 'h1',
      'passkeys': [
        {'id': 'p1', 'credentialId': 'c1', 'rpId': 'example.com'},
        {'id': 'p2', 'credentialId': 'c2', 'rpId': 'other.example'},
      ],
    };
    server.answers['RemoveMyPasskey'] = (_) => <String, Object?>{};
    expect(await auth.passkeys.list(), hasLength(2));
    expect(device.signals, ['accepted example.com h1 [c1]']);
    await auth.passkeys.remove('p1');
    expect(device.signals[1], 'unknown example.com c1');
  });

  test('what the device says of a passkey is in the reason', () async {
    server.answers['StartPasskeyLink'] = (_) => {'optionsJson': '{}'};
    server.answers['StartPasskeySignIn'] = (_) => {'optionsJson': '{}'};
    await expectLater(auth.passkeys.link(), fails(AuthReason.passkeyAlreadyExists));
    await expectLater(auth.passkeys.signIn(), fails(AuthReason.passkeyFailed));
  });

  test('a client without passkeys or a browser says so', () async {
    final bare = server.client();
    expect(bare.passkeys.isAvailable, isFalse);
    await expectLater(bare.passkeys.signIn(), fails(AuthReason.passkeyFailed));
    final redirectTo = Uri.parse('com.example.app:/x');
    await expectLater(
      bare.signInWithBrowser(provider: OAuthProvider.google, redirectTo: redirectTo),
      throwsStateError,
    );
  });

  test('a listener of the state hears the present and every change, also when there are two', () async {
    server.answers['SignOut'] = (_) => <String, Object?>{};
    final one = <AuthState>[];
    final other = <AuthState>[];
    final subscription = auth.authStateChanges.listen(one.add);
    auth.authStateChanges.listen(other.add);
    await Future<void>.delayed(Duration.zero);
    await subscription.cancel();
    await auth.signOut();
    await Future<void>.delayed(Duration.zero);
    expect(one, [isA<AuthSignedIn>()]);
    expect(other, [isA<AuthSignedIn>(), const AuthSignedOut(SignedOutReason.user)]);
  });

  test('entitlements are followed, from what the server says', () async {
    server.answers['ListEntitlements'] = (_) => {
      'entitlements': [
        {'id': 'pro', 'active': true, 'store': 'STORE_STRIPE'},
      ],
    };
    final seen = <List<Entitlement>?>[];
    auth.billing.entitlementChanges.listen(seen.add);
    await Future<void>.delayed(const Duration(milliseconds: 1));
    expect(seen.last?.single.store, 'stripe');
    expect(auth.billing.hasCached('pro'), isTrue);
    expect(auth.billing.hasCached('team'), isFalse);
  });
}
