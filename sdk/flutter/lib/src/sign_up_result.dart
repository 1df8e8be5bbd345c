import 'package:svc_auth/src/session.dart';

/// What a sign-up came to.
sealed class SignUpResult {
  const SignUpResult();
}

/// The new user is signed in.
final class SignUpSignedIn extends SignUpResult {
  /// Creates the result. The client does it.
  const SignUpSignedIn(this.session);

  /// The access token and its expiry.
  final Session session;
}

/// The project requires a verified email. Nobody is signed in yet: ask the user to follow the link in the email. The
/// answer is the same when the email has an account already.
final class SignUpVerifyEmail extends SignUpResult {
  /// Creates the result. The client does it.
  const SignUpVerifyEmail();
}

/// What a sign-up came to, by its session.
SignUpResult signUpResultOf(Session? session) =>
    session == null ? const SignUpVerifyEmail() : SignUpSignedIn(session);
