import 'package:svc_auth/src/base64_text.dart';
import 'package:svc_auth/src/caller.dart';
import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/json_record.dart';
import 'package:svc_auth/src/wire_names.dart';

const _service = 'push.v1.PushService/';

/// Who delivers the notifications.
enum PushProvider {
  /// Apple.
  apns,

  /// Firebase.
  fcm,
}

/// Which server of Apple knows a token.
enum PushEnvironment {
  /// For development builds.
  sandbox,

  /// For all others.
  production,
}

/// A device of the user that is registered for notifications.
final class PushDevice extends JsonRecord {
  /// Reads what the server said.
  PushDevice.fromWire(Json wire)
    : super({
        ...wire,
        'provider': shortName('PUSH_PROVIDER', wire['provider']),
        'environment': shortName('PUSH_ENVIRONMENT', wire['environment']),
      });

  /// For `unregister`.
  String get id => text('id');

  /// The installation of the app.
  String get installationId => text('installationId');

  /// Who delivers its notifications.
  PushProvider? get provider => PushProvider.values.asNameMap()[text('provider')];

  /// Which server of Apple knows its token; null for Firebase.
  PushEnvironment? get environment => PushEnvironment.values.asNameMap()[text('environment')];

  /// The app, for example `com.example.app`.
  String get appId => text('appId');

  /// What the device is called.
  String get deviceModel => text('deviceModel');

  /// Whether the user allows notifications.
  bool get notificationsEnabled => flag('notificationsEnabled');

  /// When it was first registered.
  DateTime get createdAt => time('createdAt');

  /// When it was last registered.
  DateTime get lastRegisteredAt => time('lastRegisteredAt');

  /// Whether it is this device.
  bool get isCurrent => flag('current');
}

/// Registers the signed-in user's devices for notifications. An app gets it as `auth.push`.
///
/// ```dart
/// await auth.push.register(provider: PushProvider.fcm, token: 'fcm-token', appId: 'com.example.app');
/// ```
class PushDevices {
  /// Of this client.
  const PushDevices(this._caller);

  final Caller _caller;

  /// Registers this installation for notifications, or updates its registration. Call it at every start of the app and
  /// when the app gets a new push token. [environment] is required for Apple.
  ///
  /// Reasons: `INVALID_REQUEST` (`metadata['field']` says which).
  Future<PushDevice> register({
    required PushProvider provider,
    required String token,
    required String appId,
    PushEnvironment? environment,
    String? appVersion,
    String? os,
    String? osVersion,
    String? deviceModel,
    String? locale,
    String? timezone,
    bool? notificationsEnabled,
  }) async {
    final answer = await _caller.asUser('${_service}RegisterPushDevice', {
      'token': token,
      'appId': appId,
      'appVersion': ?appVersion,
      'os': ?os,
      'osVersion': ?osVersion,
      'deviceModel': ?deviceModel,
      'locale': ?locale,
      'timezone': ?timezone,
      'notificationsEnabled': ?notificationsEnabled,
      'provider': 'PUSH_PROVIDER_${provider.name.toUpperCase()}',
      if (environment != null) 'environment': 'PUSH_ENVIRONMENT_${environment.name.toUpperCase()}',
      'installationId': await _installationId(),
    });
    return PushDevice.fromWire(jsonObject(answer['device']));
  }

  /// Removes this installation, or the device that you name. `signOut` removes this installation, too.
  Future<void> unregister({String? deviceId}) async {
    await _caller.asUser(
      '${_service}UnregisterPushDevice',
      deviceId == null ? {'installationId': await _installationId()} : {'deviceId': deviceId},
    );
  }

  /// Lists the user's devices that are registered for notifications, without their tokens.
  Future<List<PushDevice>> list() async {
    final answer = await _caller.asUser('${_service}ListMyPushDevices');
    return [for (final each in jsonObjects(answer['devices'])) PushDevice.fromWire(each)];
  }

  /// Created once and kept when the user signs out, so that the next user of this phone has the same id.
  Future<String> _installationId() async {
    var id = '';
    await _caller.keeper.disk.change((stored) {
      final known = stored.readable.fields['installationId'];
      if (known is String) {
        id = known;
        return null;
      }
      id = _uuid(_caller.randomBytes(16));
      return stored.replacing({'installationId': id});
    });
    return id;
  }
}

String _uuid(List<int> random) {
  final marked = [...random];
  marked[6] = (marked[6] & 15) | 64;
  marked[8] = (marked[8] & 63) | 128;
  final hex = toHex(marked);
  return [
    for (final (from, to) in const [(0, 8), (8, 12), (12, 16), (16, 20), (20, 32)]) hex.substring(from, to),
  ].join('-');
}
