import 'dart:async';
import 'dart:convert';

import 'package:svc_auth/core.dart';

import 'calls.dart';
import 'device.dart';
import 'fields.dart';
import 'network.dart';
import 'patterns.dart';
import 'results.dart';
import 'running_client.dart';
import 'scenario_files.dart';

/// How long a step waits for a request or a result. Nothing here takes time of its own.
const _patience = Duration(seconds: 5);

int _runs = 0;

/// Plays one scenario against the client.
class Player {
  Player(this._scenario, this._values) : _clock = ScenarioClock(_scenario['clock'] as int? ?? 1767225600000);

  final Json _scenario;
  final Json _values;
  final ScenarioClock _clock;
  final _activity = Activity();
  final _patterns = Patterns();
  late final _network = ScenarioNetwork(_activity);
  late final _disk = ScenarioDisk(_activity);
  final _clients = <String, RunningClient>{};

  /// The number of each process, which changes when it is killed.
  final _processes = <String, int>{};
  final _calls = <String, Future<Object?>>{};
  final _held = <String, SentRequest>{};

  Future<void> play() async {
    final storage = _scenario['storage'];
    if (storage != null) {
      _disk.put(storageKey, storage is String ? storage : jsonEncode(withPieces(storage, _values)));
    }
    for (final (at, step) in (_scenario['steps']! as List<Object?>).indexed) {
      try {
        await _take(withPieces(step, _values)! as Json);
      } on Object catch (error) {
        throw StateError('step ${at + 1}, ${jsonEncode(step)}: $error');
      }
    }
    await _assertQuiet();
    for (final MapEntry(key: name, value: running) in _clients.entries) {
      if (running.killPlan != null) throw StateError('$name was to be killed at a write, but did not write');
    }
  }

  Future<void> _take(Json step) async {
    switch (verbOf(step)) {
      case 'start':
        await _start(step['start']! as String, step['process'] as String? ?? 'main');
      case 'kill':
        _clientOf(step['kill']).kill();
      case 'killAt':
        _planKill(step);
      case 'call':
        _begin(step);
      case 'result':
        await _compareResult(step);
      case 'request':
        await _takeRequest(step);
      case 'answer':
        final sent =
            _held.remove(step['answer']) ?? (throw StateError('there is no request ${step['answer']}'));
        sent.answer(_patterns.fill(step['with'])! as Json);
      case 'browser':
        await _takeBrowser(step);
      case 'passkey':
        final question = await _question(step['passkey']! as String, step['on']);
        if (step.containsKey('options')) _compare(step['options'], jsonDecode(question.asked));
        _reply(question, step);
      case 'state':
        await _activity.settle();
        _compare(step['state'], jsonOfState(_clientOf(step['on']).client.state));
      case 'storage':
        await _activity.settle();
        final text = _disk.textAt('$storageKey${step['at'] ?? ''}');
        _compare(step['storage'], text == null ? null : _jsonOf(text));
      case 'quiet':
        await _assertQuiet();
      case 'pass':
        _clock.pass(step['pass']! as int);
      case 'wall':
        _clock.set(step['wall']! as int);
      case 'fails':
        _disk.fail(step['fails']! as String, step['times'] as num? ?? double.infinity);
      case 'wake':
        _clientOf(step['wake']).client.wake();
      case final verb:
        throw StateError('unknown verb $verb');
    }
  }

  RunningClient _clientOf(Object? name) =>
      _clients[name ?? 'app'] ?? (throw StateError('${name ?? 'app'} was not started'));

  Future<void> _start(String name, String process) async {
    if (_clients[name]?.isAlive ?? false) throw StateError('$name is running');
    final run = _processes[process] ??= _runs++;
    final running = _clients[name] = RunningClient(
      name: name,
      run: run,
      activity: _activity,
      clock: _clock,
      disk: _disk,
      network: _network,
      // The locks of a process are gone with it.
      onKilled: () {
        if (_processes[process] == run) _processes.remove(process);
      },
    );
    await running.client.ready.timeout(_patience);
  }

  void _planKill(Json step) {
    final isBefore = step['before'] == 'write';
    if (isBefore == (step['after'] == 'write')) throw StateError('killAt needs before or after a write');
    _clientOf(step['killAt']).killPlan = (isBefore: isBefore, skip: step['skip'] as int? ?? 0);
  }

  void _begin(Json step) {
    final running = _clientOf(step['on']);
    final input = _patterns.fill(step['with'] ?? const <String, Object?>{})! as Json;
    final label = step['as'] as String? ?? 'unnamed ${_calls.length}';
    if (_calls.containsKey(label)) throw StateError('there is a call $label');
    final outcome = running.unlessKilled(() => beginCall(running, step['call']! as String, input, _errorOf));
    _calls[label] = outcome..ignore();
  }

  Future<AuthException> _errorOf(String label) async {
    try {
      await _calls[label];
    } on AuthException catch (error) {
      return error;
    }
    throw StateError('the call $label did not fail');
  }

  Future<void> _compareResult(Json step) async {
    final label = step['result']! as String;
    final outcome = _calls[label] ?? (throw StateError('there is no call $label'));
    final wanted = step['throws'];
    final Object? value;
    try {
      value = await outcome.timeout(_patience);
    } on TimeoutException {
      throw StateError('expected that the call $label ends, got nothing; ${_situation()}');
    } on AuthException catch (error) {
      if (wanted == null) {
        throw StateError('expected ${jsonEncode(step['is'])}, got the error ${error.reason}');
      }
      return _compare({r'$has': wanted}, jsonOfError(error), '$error');
    }
    if (wanted != null) throw StateError('expected an error, got ${jsonEncode(value)}');
    _compare(step['is'], value);
  }

  Future<void> _takeRequest(Json step) async {
    final wanted = step['request']! as String;
    if (step.containsKey('answer') == step.containsKey('hold')) {
      throw StateError('a request is answered or held');
    }
    final on = step['on'];
    final sent = await _waitFor(
      () => _network.waiting.where((each) => on == null || each.from == on).firstOrNull,
      'a request ${on == null ? '' : 'of $on '}is sent',
    );
    _network.waiting.remove(sent);
    final request = sent.request;
    final isSend = wanted.startsWith('https://');
    _compare(isSend ? wanted : _urlOf(wanted), '${request.url}');
    if (!isSend) {
      final fixed = [request.method, request.headers['content-type'], request.headers['x-svc-key']];
      _compare(['POST', 'application/json', publishableKey], fixed);
    } else if (request.headers.containsKey('x-svc-key')) {
      throw StateError('the request has the header x-svc-key');
    }
    final bearer = step['bearer'];
    _compare(bearer == null ? null : 'Bearer ${_patterns.fill(bearer)}', request.headers['authorization']);
    if (step.containsKey('body')) _compare(step['body'], isSend ? sent.body : jsonDecode(sent.body));
    if (step['hold'] case final String hold) {
      _held[hold] = sent;
    } else {
      sent.answer(_patterns.fill(step['answer'])! as Json);
    }
  }

  Future<void> _takeBrowser(Json step) async {
    final question = await _question('browser', step['on']);
    final url = Uri.parse(question.asked);
    final path = (step['browser']! as Json)['path'];
    _compare('$baseUrl$path', '${url.origin}${url.path}');
    final query = (step['browser']! as Json)['query'];
    if (query != null) _compare(query, {...url.queryParameters});
    _reply(question, step);
  }

  Future<Question> _question(String kind, Object? on) async {
    final questions = _clientOf(on).questions;
    final question = await _waitFor(() => questions.firstOrNull, 'the client asks for $kind');
    questions.removeAt(0);
    if (question.kind != kind) throw StateError('expected $kind, got ${question.kind}');
    return question;
  }

  void _reply(Question question, Json step) =>
      question.answer(step['cancels'] == true ? null : _patterns.fill(step['returns'])! as String);

  Future<void> _assertQuiet() async {
    await _activity.settle();
    if (_network.waiting.isNotEmpty) {
      throw StateError('expected no request, got ${_network.describeWaiting()}');
    }
  }

  void _compare(Object? pattern, Object? value, [String hint = '']) {
    final difference = _patterns.mismatch(pattern, value);
    if (difference != null) throw StateError(hint.isEmpty ? difference : '$difference ($hint)');
  }

  Future<T> _waitFor<T extends Object>(T? Function() find, String what) async {
    final watch = Stopwatch()..start();
    for (;;) {
      final found = find();
      if (found != null) return found;
      final before = _activity.count;
      await _activity.settle();
      final isIdle = before == _activity.count && find() == null;
      if (isIdle || watch.elapsed > _patience) {
        throw StateError('expected that $what, got nothing; ${_situation()}');
      }
    }
  }

  /// What helps to find out why a step waits in vain.
  String _situation() {
    final states = [
      for (final MapEntry(:key, :value) in _clients.entries)
        value.isAlive ? '$key is ${value.client.state}' : '$key was killed',
    ];
    return 'requests that nobody took: ${_network.describeWaiting()}; ${states.join(', ')}';
  }
}

String _urlOf(String method) =>
    '$baseUrl/svc.${method.contains('/') ? method : 'auth.v1.AuthService/$method'}';

/// Damaged data is compared as the text that it is.
Object? _jsonOf(String text) {
  try {
    return jsonDecode(text);
  } on FormatException {
    return text;
  }
}
