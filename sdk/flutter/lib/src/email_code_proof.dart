import 'package:svc_auth/src/auth_exception.dart';
import 'package:svc_auth/src/disk.dart';
import 'package:svc_auth/src/stored.dart';

/// What proves that the user has read the email, and that this device asked for it.
typedef EmailCodeProof = ({String flowId, String code, String codeVerifier});

/// The proof for a code that was requested on this device.
EmailCodeProof emailCodeProof(Stored stored, String typed) {
  final flow = stored.replaceable.emailCode;
  final id = flow?['id'];
  if (id is! String || id.isEmpty) {
    throw const AuthException(AuthReason.emailCodeInvalid, 'request a code first', code: 'unauthenticated');
  }
  return (flowId: id, code: _plainCode(typed), codeVerifier: '${flow?['codeVerifier'] ?? ''}');
}

/// Best effort: the code is used up, and the flow is forgotten with time.
Future<void> forgetFlow(Disk disk, String codeVerifier) async {
  try {
    await disk.change(
      (stored) =>
          stored.emailCode?['codeVerifier'] == codeVerifier ? stored.replacing({'emailCode': null}) : null,
    );
  } on AuthException {
    return;
  }
}

/// As the server reads it, so that the same code typed in another way is the same attempt.
String _plainCode(String typed) {
  final letters = [
    for (final unit in typed.codeUnits)
      // Full-width letters and digits, which Japanese keyboards type.
      String.fromCharCode(unit >= 0xff01 && unit <= 0xff5e ? unit - 0xfee0 : unit),
  ];
  return letters.join().replaceAll(RegExp('[\\s\\u00ad\\u200b-\\u200f\\u2060\\-]'), '');
}
