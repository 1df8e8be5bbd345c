import 'dart:async';
import 'dart:convert';

import 'package:svc_auth/core.dart';

import 'answers.dart';
import 'device.dart';

const baseUrl = 'https://auth.example.com';

/// A request that a client has sent.
class SentRequest {
  SentRequest(this.from, this.request, this._activity);

  final String from;
  final TransportRequest request;
  final Activity _activity;
  final _answer = Completer<TransportResponse>();

  Future<TransportResponse> get answered => _answer.future;

  String get body => utf8.decode(request.body ?? const []);

  void answer(Json answer) {
    _activity.seen();
    _answer.complete(Future.sync(() => responseOf(answer)));
  }
}

/// Carries requests to the scenario, and the answers of the scenario back.
class ScenarioNetwork {
  ScenarioNetwork(this._activity);

  final Activity _activity;

  /// Sent, and not taken by a step yet.
  final waiting = <SentRequest>[];

  Future<TransportResponse> send(String from, TransportRequest request) {
    final sent = SentRequest(from, request, _activity);
    waiting.add(sent);
    _activity.seen();
    return sent.answered;
  }

  String describeWaiting() =>
      waiting.isEmpty ? 'none' : waiting.map((each) => '${each.from}: ${each.request.url}').join(', ');
}
