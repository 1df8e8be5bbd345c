import 'package:svc_auth/core.dart';

void show(String text) {}

Future<void> passwords(AuthClient auth, String email, String password) async {
  final result = await auth.signUp(email: email, password: password, displayName: 'Ada');
  if (result is SignUpVerifyEmail) show('Follow the link in the email that we sent you.');

  await auth.signInWithPassword(email: email, password: password);
  await auth.signOut();
}

Future<void> guests(AuthClient auth, String email, String password) async {
  await auth.signInAnonymously();
  await auth.linkPassword(email: email, password: password);
}

Future<void> browser(AuthClient auth) async {
  final redirectTo = Uri.parse('com.example.app:/signed-in');
  await auth.signInWithBrowser(provider: OAuthProvider.google, redirectTo: redirectTo);
}

Future<void> links(AuthClient auth, Uri link) async {
  await auth.completeRedirect(link);
}

Future<void> emailCodes(AuthClient auth, String email) async {
  await auth.emailCodes.request(email);
  await auth.emailCodes.signIn('1234 5678');
}

Future<void> passkeys(AuthClient auth, String email) async {
  await auth.passkeys.signUp(email: email, displayName: 'Ada');
  await auth.passkeys.signIn();
}

Future<void> secondFactors(AuthClient auth, String email, String password) async {
  try {
    await auth.signInWithPassword(email: email, password: password);
  } on AuthException catch (error) {
    if (auth.mfa.begin(error) == null) rethrow;
    await auth.mfa.completeSignIn(const SecondProof.totp('123456'));
  }
}

Future<void> push(AuthClient auth, String fcmToken) async {
  await auth.push.register(provider: PushProvider.fcm, token: fcmToken, appId: 'com.example.app');
}

Future<void> billing(AuthClient auth, String signedTransaction) async {
  if (!await auth.billing.has('pro')) show('This needs a subscription.');

  final [result] = await auth.billing.sync([StorePurchase.appStore(signedTransaction)]);
  if (result.errorReason != null) show('The purchase was not accepted.');
}

Future<void> backend(AuthClient auth) async {
  final notes = Uri.parse('https://api.example.com/notes');
  final answer = await auth.send('POST', notes, body: {'text': 'Buy milk'});
  if (!answer.isOk) show('The server answered ${answer.statusCode}.');

  final token = await auth.getAccessToken();
  show(token == null ? 'Nobody is signed in.' : 'There is a token for another client.');
}

Future<void> errors(AuthClient auth, String email, String password) async {
  try {
    await auth.signInWithPassword(email: email, password: password);
  } on AuthException catch (error) {
    show(switch (error.reason) {
      AuthReason.invalidCredentials => 'Email or password is wrong.',
      AuthReason.emailNotVerified => 'Follow the link in the email that we sent you.',
      _ when error.retryable => 'No connection. Try again.',
      _ => 'Something went wrong: ${error.requestId}',
    });
  }
}

void changes(AuthClient auth) {
  auth.authStateChanges.listen((state) {
    if (state is AuthSignedOut && state.reason == SignedOutReason.expired) show('Please sign in again.');
  });
}

Future<void> account(AuthClient auth, String password) async {
  await auth.updateUser(displayName: 'Ada Lovelace');
  await auth.changePassword(currentPassword: password, newPassword: 'another long password');
  final deletedAt = await auth.deleteAccount(currentPassword: password);
  if (deletedAt != null) show('Sign in before $deletedAt to keep the account.');
}
