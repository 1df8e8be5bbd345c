import 'package:svc_auth/src/caller.dart';
import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/json_record.dart';
import 'package:svc_auth/src/passkey_platform.dart';
import 'package:svc_auth/src/pending_passkey.dart';
import 'package:svc_auth/src/watched.dart';

/// The methods about passkeys.
const passkeyService = 'auth.v1.PasskeyService/';

/// A passkey of the signed-in user.
final class Passkey extends JsonRecord {
  /// Wraps what the server said.
  const Passkey(super.json);

  /// For `rename` and `remove`.
  String get id => text('id');

  /// What the user calls it.
  String get name => text('name');

  /// What the device calls it.
  String get credentialId => text('credentialId');

  /// Whether it is on other devices of the user too.
  bool get isBackedUp => flag('backedUp');

  /// When it was added.
  DateTime get createdAt => time('createdAt');

  /// When it last signed in. Null before the first time.
  DateTime? get lastUsedAt => timeOrNull('lastUsedAt');

  /// The domain that it belongs to.
  String get rpId => text('rpId');
}

/// The user's passkeys as the server last said, for what the app shows.
final class KeptPasskeys {
  /// Of this client, on this device.
  KeptPasskeys(this._caller, this._platform, this._pending) {
    _caller.keeper.view.listen((_, _) {
      if (_owner != _caller.userId) _show(null);
      _owner = _caller.userId;
      if (_known == null) reload();
    });
  }

  final Caller _caller;
  final PasskeyPlatform _platform;
  final PendingPasskey _pending;
  List<Passkey>? _known;
  String? _owner;

  /// For apps that follow them.
  late final watched = Watched<List<Passkey>?>(
    () => _known,
    onListen: () {
      if (_known == null) reload();
    },
  );

  /// Null while nothing is known.
  List<Passkey>? get known => _known;

  /// Asks the server, and tells the device what it said.
  Future<List<Passkey>> list() async {
    final whose = _caller.userId;
    final answer = await _caller.asUser('${passkeyService}ListMyPasskeys');
    final rpId = '${answer['rpId'] ?? ''}';
    final userHandle = '${answer['userHandle'] ?? ''}';
    final passkeys = [for (final each in jsonObjects(answer['passkeys'])) Passkey(each)];
    if (whose == _caller.userId) _show(passkeys);
    final pending = await _pending.credentialId();
    if (userHandle.isNotEmpty) {
      _platform
          .signalAccepted(
            rpId: rpId,
            userHandle: userHandle,
            credentialIds: [
              for (final each in passkeys)
                if (each.rpId == rpId) each.credentialId,
              ?pending,
            ],
          )
          .ignore();
    }
    return passkeys;
  }

  /// For what is shown: what fails is tried again when the state of the client changes.
  void reload() {
    if (watched.isWatched && _caller.userId != null) list().ignore();
  }

  void _show(List<Passkey>? next) {
    if (next == null && _known == null) return;
    if (next != null && _known != null && _isSame(next, _known ?? const [])) return;
    _known = next;
    watched.tell();
  }
}

bool _isSame(List<Passkey> one, List<Passkey> other) =>
    jsonEquals([for (final each in one) each.json], [for (final each in other) each.json]);
