import 'dart:async';

import 'package:svc_auth/core.dart';

import 'device.dart';
import 'network.dart';

const publishableKey = 'pk_scenario_0123456789';
const storageKey = 'svc.auth.pk_scenario_012';

/// The client asks the user something: in a browser, or for a passkey.
typedef Question = ({String kind, String asked, void Function(String? text) answer});

/// One run of a client. Once it is killed it reads, writes, sends and receives nothing, and its calls never end.
class RunningClient {
  RunningClient({
    required this.name,
    required int run,
    required this.activity,
    required ScenarioClock clock,
    required this.disk,
    required this.network,
    required this.onKilled,
  }) {
    client = AuthClient(
      baseUrl: baseUrl,
      publishableKey: publishableKey,
      // Clients of one isolate take turns by their storage key. The number makes a process of its own, also of one that
      // was killed and started again.
      storageKey: '$storageKey#$run',
      storage: _Storage(this),
      transport: _Transport(this),
      browser: _Browser(this),
      passkeyPlatform: _Platform(this),
      clock: clock,
      refreshMargin: const Duration(minutes: 1),
    );
  }

  final String name;
  final Activity activity;
  final ScenarioDisk disk;
  final ScenarioNetwork network;
  final void Function() onKilled;
  final questions = <Question>[];
  late final AuthClient client;
  bool isAlive = true;

  /// When it is killed: before or after a write, once so many others have passed.
  ({bool isBefore, int skip})? killPlan;

  /// The result, which never comes once the client is killed.
  Future<T> unlessKilled<T>(Future<T> Function() work) async {
    if (!isAlive) return _never();
    try {
      final result = await work();
      return isAlive ? result : await _never();
    } on Object {
      if (isAlive) rethrow;
      return _never();
    }
  }

  void kill() {
    isAlive = false;
    onKilled();
  }

  Future<void> write(String key, String? text) async {
    if (!isAlive) return _never();
    final plan = killPlan;
    final isDue = plan != null && plan.skip == 0;
    if (plan != null) killPlan = isDue ? null : (isBefore: plan.isBefore, skip: plan.skip - 1);
    if (isDue && plan.isBefore) {
      kill();
      return _never();
    }
    disk.write(_withoutRun(key), text);
    if (isDue) {
      kill();
      return _never();
    }
  }

  Future<String?> ask(String kind, String asked) => unlessKilled(() {
    final answered = Completer<String?>();
    questions.add((kind: kind, asked: asked, answer: answered.complete));
    activity.seen();
    return answered.future;
  });
}

Future<T> _never<T>() => Completer<T>().future;

String _withoutRun(String key) => key.replaceFirst(RegExp(r'#\d+'), '');

class _Storage implements AuthStorage {
  _Storage(this._running);

  final RunningClient _running;

  @override
  Future<String?> read(String key) => _running.unlessKilled(() async => _running.disk.read(_withoutRun(key)));

  @override
  Future<void> write(String key, String value) => _running.write(key, value);

  @override
  Future<void> delete(String key) => _running.write(key, null);
}

class _Transport implements Transport {
  _Transport(this._running);

  final RunningClient _running;

  @override
  Future<TransportResponse> send(TransportRequest request) =>
      _running.unlessKilled(() => _running.network.send(_running.name, request));

  @override
  void close() {}
}

class _Browser implements AuthBrowser {
  _Browser(this._running);

  final RunningClient _running;

  @override
  Future<Uri?> open(Uri url, Uri redirectTo) async {
    final returned = await _running.ask('browser', '$url');
    return returned == null ? null : Uri.parse(returned);
  }
}

class _Platform implements PasskeyPlatform {
  _Platform(this._running);

  final RunningClient _running;

  @override
  bool get isAvailable => true;

  @override
  Future<String?> create(String optionsJson) => _running.ask('create', optionsJson);

  @override
  Future<String?> get(String optionsJson) => _running.ask('get', optionsJson);

  @override
  Future<void> signalUnknown({required String rpId, required String credentialId}) async {}

  @override
  Future<void> signalAccepted({
    required String rpId,
    required String userHandle,
    required List<String> credentialIds,
  }) async {}
}
