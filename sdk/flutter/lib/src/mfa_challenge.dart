import 'dart:convert';

import 'package:svc_auth/src/auth_exception.dart';
import 'package:svc_auth/src/connect_call.dart';
import 'package:svc_auth/src/error_info.dart';
import 'package:svc_auth/src/protobuf_fields.dart';

/// A way to prove the second factor.
enum SecondFactor {
  /// A code of the authenticator app.
  totp,

  /// A passkey.
  passkey,

  /// One of the recovery codes.
  recoveryCode,
}

/// What a sign-in still needs. The token is a secret.
typedef MfaChallenge = ({String token, List<SecondFactor> factors, DateTime expiresAt});

/// Reads svc.auth.v1.MfaChallenge (1: token, 2: factors, 3: time of expiry) out of the exception of a sign-in.
MfaChallenge? challengeOf(AuthException error) {
  final bytes = detailOf(detailsOf[error], 'svc.auth.v1.MfaChallenge');
  if (bytes == null) return null;
  final fields = fieldsOf(bytes);
  List<int> field(int wanted) =>
      fields.where((each) => each.$1 == wanted).map((each) => each.$2).firstOrNull ?? const [];
  // A timestamp is the number of its field, seconds, the number of its field, nanoseconds.
  final expiry = numbersIn(field(3));
  return (
    token: utf8.decode(field(1), allowMalformed: true),
    factors: [
      for (final number in numbersIn(field(2)))
        // By their numbers in the contract. A newer server may know more of them.
        if (number > 0 && number <= SecondFactor.values.length) SecondFactor.values[number - 1],
    ],
    expiresAt: DateTime.fromMillisecondsSinceEpoch(
      (expiry.elementAtOrNull(1) ?? 0) * 1000 + (expiry.elementAtOrNull(3) ?? 0) ~/ 1000000,
      isUtc: true,
    ),
  );
}
