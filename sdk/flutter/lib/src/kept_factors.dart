import 'package:svc_auth/src/caller.dart';
import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/json_record.dart';
import 'package:svc_auth/src/watched.dart';

/// The methods about second factors.
const mfaService = 'auth.v1.MfaService/';

/// The second factors of the signed-in user.
final class MyFactors extends JsonRecord {
  /// Wraps what the server said.
  const MyFactors(super.json);

  /// When the authenticator app was enrolled; null when there is none.
  DateTime? get totpEnrolledAt => timeOrNull('totpEnrolledAt');

  /// When its code was last used.
  DateTime? get totpLastUsedAt => timeOrNull('totpLastUsedAt');

  /// How many recovery codes were not used yet.
  int get recoveryCodesLeft => number('recoveryCodesLeft');

  /// How many passkeys the user has.
  int get passkeys => number('passkeys');

  /// Whether the user needs a second factor.
  bool get isRequired => flag('required');

  @override
  String toString() => 'MyFactors(totp since $totpEnrolledAt, $passkeys passkeys)';
}

/// The user's factors as the server last said, for what the app shows.
final class KeptFactors {
  /// Of this client.
  KeptFactors(this._caller) {
    _caller.keeper.view.listen((_, _) {
      if (_owner != _caller.userId) _show(null);
      _owner = _caller.userId;
      if (_known == null) reload();
    });
  }

  final Caller _caller;
  MyFactors? _known;
  String? _owner;

  /// For apps that follow them.
  late final watched = Watched<MyFactors?>(
    () => _known,
    onListen: () {
      if (_known == null) reload();
    },
  );

  /// Null while nothing is known.
  MyFactors? get known => _known;

  /// Asks the server.
  Future<MyFactors> get() async {
    final whose = _caller.userId;
    final answer = await _caller.asUser('${mfaService}GetMyFactors');
    final factors = MyFactors(jsonObject(answer['factors']));
    if (whose == _caller.userId) _show(factors);
    return factors;
  }

  /// For what is shown: what fails is tried again when the state of the client changes.
  void reload() {
    if (watched.isWatched && _caller.userId != null) get().ignore();
  }

  void _show(MyFactors? next) {
    if (next == _known) return;
    _known = next;
    watched.tell();
  }
}
