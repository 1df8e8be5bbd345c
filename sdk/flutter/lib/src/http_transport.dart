import 'dart:async';
import 'dart:io';
import 'dart:typed_data';

import 'package:svc_auth/src/transport.dart';

/// Sends requests with `dart:io`. It is not there on the web.
final class HttpTransport implements Transport {
  /// Creates a transport. A [client] of your own can have a proxy or certificates.
  HttpTransport({HttpClient? client}) : _client = client ?? HttpClient();

  final HttpClient _client;

  @override
  Future<TransportResponse> send(TransportRequest request) async {
    final opened = await _client.openUrl(request.method, request.url);
    final timeout = request.timeout;
    // The connection would stay open although nobody waits any more.
    final timer = timeout == null ? null : Timer(timeout, opened.abort);
    try {
      // A redirect could take the token to another host.
      opened.followRedirects = false;
      request.headers.forEach(opened.headers.set);
      final body = request.body;
      if (body != null) {
        opened.contentLength = body.length;
        opened.add(body);
      }
      final response = await opened.close();
      final bytes = BytesBuilder(copy: false);
      await response.forEach(bytes.add);
      final headers = <String, String>{};
      response.headers.forEach((name, values) => headers[name] = values.join(', '));
      return TransportResponse(response.statusCode, headers: headers, bodyBytes: bytes.takeBytes());
    } finally {
      timer?.cancel();
    }
  }

  @override
  void close() => _client.close(force: true);
}
