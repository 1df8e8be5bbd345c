import 'package:svc_auth/core.dart';

import 'fields.dart';
import 'results.dart';
import 'running_client.dart';

/// Which fields of `with` each call has.
const callFields = {
  'getAccessToken': ['forceRefresh', 'minTtlMs'],
  'signUp': ['email', 'password', 'displayName'],
  'signInWithPassword': ['email', 'password'],
  'linkPassword': ['email', 'password'],
  'signInAnonymously': <String>[],
  'signInWithIdToken': ['provider', 'idToken', 'nonce'],
  'linkIdToken': ['provider', 'idToken', 'nonce'],
  'signInWithBrowser': ['provider', 'redirectTo'],
  'linkWithBrowser': ['provider', 'redirectTo'],
  'completeRedirect': ['url'],
  'signOut': ['scope'],
  'getMe': <String>[],
  'updateMe': ['displayName', 'avatarUrl', 'locale'],
  'changePassword': ['currentPassword', 'newPassword'],
  'deleteAccount': ['currentPassword'],
  'listMySessions': <String>[],
  'requestEmailCode': ['email'],
  'signInWithEmailCode': ['code'],
  'emailCodeFromUrl': ['url'],
  'pendingEmailCode': <String>[],
  'registerPushDevice': ['provider', 'token', 'appId', 'environment'],
  'unregisterPushDevice': <String>[],
  'listMyPushDevices': <String>[],
  'entitlements': <String>[],
  'has': ['entitlement'],
  'hasCached': ['entitlement'],
  'sync': ['purchases'],
  'mfaBegin': ['call'],
  'mfaCompleteSignIn': ['totpCode', 'recoveryCode'],
  'signInWithPasskey': <String>[],
  'signUpWithPasskey': ['email', 'displayName', 'passkeyName'],
  'linkPasskey': ['passkeyName'],
  'send': ['url', 'method', 'body'],
};

typedef ErrorOf = Future<AuthException> Function(String label);

/// Begins a call. [errorOf] gives the exception of an earlier one.
Future<Object?> beginCall(RunningClient running, String name, Json input, ErrorOf errorOf) async {
  final fields = callFields[name] ?? (throw StateError('unknown call $name'));
  assertFields(input, fields);
  final call = _With(running.client, input, errorOf);
  return switch (name) {
    'getAccessToken' || 'send' => call.token(name),
    'signOut' || 'completeRedirect' || 'mfaBegin' || 'mfaCompleteSignIn' => call.session(name),
    _ when name.startsWith('sign') || name.startsWith('link') => call.signIn(name),
    _ when name.contains('Me') || name.contains('My') && !name.contains('Push') => call.account(name),
    'changePassword' || 'deleteAccount' => call.account(name),
    _ when name.contains('Push') => call.push(name),
    _ when name.contains('mailCode') => call.emailCode(name),
    _ => call.billing(name),
  };
}

class _With {
  _With(this.auth, this.input, this.errorOf);

  final AuthClient auth;
  final Json input;
  final ErrorOf errorOf;

  String text(String name) => input[name]! as String;
  String? optional(String name) => input[name] as String?;
  Uri url(String name) => Uri.parse(text(name));
  OAuthProvider get provider => OAuthProvider.values.byName(text('provider'));

  Future<Object?> token(String name) async {
    if (name == 'send') {
      final method = optional('method') ?? 'GET';
      return {'status': (await auth.send(method, url('url'), body: input['body'])).statusCode};
    }
    final minTtlMs = input['minTtlMs'] as int?;
    return auth.getAccessToken(
      forceRefresh: input['forceRefresh'] == true,
      minTtl: minTtlMs == null ? null : Duration(milliseconds: minTtlMs),
    );
  }

  Future<Object?> signIn(String name) async {
    if (name == 'signUp') {
      return jsonOfSignUp(
        await auth.signUp(
          email: text('email'),
          password: text('password'),
          displayName: optional('displayName'),
        ),
      );
    }
    if (name == 'signUpWithPasskey') {
      return jsonOfSignUp(
        await auth.passkeys.signUp(
          email: optional('email'),
          displayName: optional('displayName'),
          passkeyName: optional('passkeyName'),
        ),
      );
    }
    return jsonOfSession(await switch (name) {
      'signInWithPassword' => auth.signInWithPassword(email: text('email'), password: text('password')),
      'linkPassword' => auth.linkPassword(email: text('email'), password: text('password')),
      'signInAnonymously' => auth.signInAnonymously(),
      'signInWithIdToken' => auth.signInWithIdToken(
        provider: provider,
        idToken: text('idToken'),
        nonce: optional('nonce'),
      ),
      'linkIdToken' => auth.linkIdToken(
        provider: provider,
        idToken: text('idToken'),
        nonce: optional('nonce'),
      ),
      'signInWithBrowser' => auth.signInWithBrowser(provider: provider, redirectTo: url('redirectTo')),
      'linkWithBrowser' => auth.linkWithBrowser(provider: provider, redirectTo: url('redirectTo')),
      'signInWithEmailCode' => auth.emailCodes.signIn(text('code')),
      'signInWithPasskey' => auth.passkeys.signIn(),
      'linkPasskey' => auth.passkeys.link(passkeyName: optional('passkeyName')),
      _ => throw StateError(name),
    });
  }

  Future<Object?> session(String name) async {
    switch (name) {
      case 'signOut':
        final scope = optional('scope') ?? 'this';
        await auth.signOut(
          scope: scope == 'this' || scope == 'server'
              ? SignOutScope.thisDevice
              : SignOutScope.values.byName(scope),
        );
        return null;
      case 'completeRedirect':
        final session = await auth.completeRedirect(url('url'));
        return session == null ? null : jsonOfSession(session);
      case 'mfaBegin':
        return jsonOfStep(auth.mfa.begin(await errorOf(text('call'))));
      default:
        final totpCode = optional('totpCode');
        return jsonOfSession(
          await auth.mfa.completeSignIn(
            totpCode == null ? SecondProof.recoveryCode(text('recoveryCode')) : SecondProof.totp(totpCode),
          ),
        );
    }
  }

  Future<Object?> account(String name) async {
    switch (name) {
      case 'getMe':
        return (await auth.reloadUser()).json;
      case 'updateMe':
        return (await auth.updateUser(
          displayName: optional('displayName'),
          avatarUrl: optional('avatarUrl'),
          locale: optional('locale'),
        )).json;
      case 'changePassword':
        await auth.changePassword(currentPassword: text('currentPassword'), newPassword: text('newPassword'));
        return null;
      case 'deleteAccount':
        final time = await auth.deleteAccount(currentPassword: optional('currentPassword'));
        return {'deletionTime': textOfTime(time)};
      case 'listMySessions':
        return [for (final each in await auth.listSessions()) each.json];
      default:
        throw StateError(name);
    }
  }

  Future<Object?> push(String name) async {
    switch (name) {
      case 'registerPushDevice':
        final environment = optional('environment');
        return (await auth.push.register(
          provider: PushProvider.values.byName(text('provider')),
          token: text('token'),
          appId: text('appId'),
          environment: environment == null ? null : PushEnvironment.values.byName(environment),
        )).json;
      case 'unregisterPushDevice':
        await auth.push.unregister();
        return null;
      default:
        return [for (final each in await auth.push.list()) each.json];
    }
  }

  Future<Object?> emailCode(String name) async {
    switch (name) {
      case 'requestEmailCode':
        await auth.emailCodes.request(text('email'));
        return null;
      case 'emailCodeFromUrl':
        return auth.emailCodes.codeFromUrl(url('url'));
      default:
        final pending = await auth.emailCodes.pending();
        if (pending == null) return null;
        return {'email': pending.email, 'requestedAt': pending.requestedAt.millisecondsSinceEpoch};
    }
  }

  Future<Object?> billing(String name) async => switch (name) {
    'entitlements' => [for (final each in await auth.billing.entitlements()) each.json],
    'has' => await auth.billing.has(text('entitlement')),
    'hasCached' => auth.billing.hasCached(text('entitlement')),
    'sync' => [
      for (final each in await auth.billing.sync([
        for (final purchase in input['purchases']! as List<Object?>) _purchaseOf(purchase! as Json),
      ]))
        jsonOfPurchase(each),
    ],
    _ => throw StateError(name),
  };
}

StorePurchase _purchaseOf(Json purchase) {
  if (purchase case {'playStore': final Json play}) {
    return StorePurchase.playStore(
      packageName: play['packageName']! as String,
      purchaseToken: play['purchaseToken']! as String,
      oneTime: play['oneTime'] == true,
    );
  }
  return StorePurchase.appStore(purchase['appStoreSignedTransaction']! as String);
}
