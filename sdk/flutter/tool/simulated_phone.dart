import 'dart:async';
import 'dart:convert';
import 'dart:io';

import 'package:svc_auth/core.dart';

/// A phone of the simulator: reads one call per line from standard input, and writes what came of it to standard output.
/// The protocol is described in server/test/native/simulator.ts.
Future<void> main() async {
  final phone = SimulatedPhone();
  final lines = stdin.transform(utf8.decoder).transform(const LineSplitter());
  await for (final line in lines) {
    unawaited(_answer(phone, jsonDecode(line) as Json));
  }
  exit(0);
}

Future<void> _answer(SimulatedPhone phone, Json line) async {
  final id = line['id'];
  try {
    final result = await phone.call(line['call']! as String, line['with'] as Json? ?? const {});
    stdout.writeln(jsonEncode({'id': id, 'result': result}));
  } on AuthException catch (error) {
    final outcome = {'reason': error.reason, 'retryable': error.retryable};
    stdout.writeln(jsonEncode({'id': id, 'error': outcome}));
  }
}

/// The client and the device around it.
class SimulatedPhone {
  late final AuthClient _auth;
  late final _StoppedClock _clock;

  /// Does what a line asks for.
  Future<Object?> call(String name, Json input) async {
    switch (name) {
      case 'start':
        _clock = _StoppedClock(input['wall']! as int);
        _auth = AuthClient(
          baseUrl: input['baseUrl']! as String,
          publishableKey: input['publishableKey']! as String,
          storage: _FileStorage(File(input['file']! as String)),
          clock: _clock,
        );
        await _auth.ready;
        return _state();
      case 'state':
        return _state();
      case 'signInAnonymously':
        await _auth.signInAnonymously();
        return null;
      case 'getAccessToken':
        return _auth.getAccessToken(forceRefresh: input['forceRefresh'] == true);
      case 'pass':
        _clock.pass(input['ms']! as int);
        return null;
      default:
        throw ArgumentError(name);
    }
  }

  Json _state() => switch (_auth.state) {
    AuthLoading() => {'status': 'loading'},
    AuthSignedOut(:final reason) => {'status': 'signedOut', 'reason': reason?.name},
    AuthSignedIn(:final user) => {'status': 'signedIn', 'userId': user.id},
  };
}

/// Both clocks stand still until they are moved.
class _StoppedClock implements AuthClock {
  _StoppedClock(this._wall);

  int _wall;
  int _up = 0;

  @override
  int now() => _wall;

  @override
  int steady() => _up;

  void pass(int ms) {
    _wall += ms;
    _up += ms;
  }
}

/// One file for all keys, which is replaced as a whole, so that a killed process leaves none that is half written.
class _FileStorage implements AuthStorage {
  _FileStorage(this._file);

  final File _file;

  @override
  Future<String?> read(String key) async => _items()[key] as String?;

  @override
  Future<void> write(String key, String value) async => _replace({..._items(), key: value});

  @override
  Future<void> delete(String key) async => _replace({..._items()}..remove(key));

  Json _items() {
    try {
      return jsonDecode(_file.readAsStringSync()) as Json;
    } on PathNotFoundException {
      return const {};
    }
  }

  void _replace(Json items) => File('${_file.path}.$pid')
    ..writeAsStringSync(jsonEncode(items), flush: true)
    ..renameSync(_file.path);
}
