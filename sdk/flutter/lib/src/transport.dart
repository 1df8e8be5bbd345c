import 'dart:convert';

/// A request, for a [Transport].
final class TransportRequest {
  /// Creates a request.
  const TransportRequest(this.method, this.url, {this.headers = const {}, this.body, this.timeout});

  /// For example `POST`.
  final String method;

  /// Where it goes.
  final Uri url;

  /// Their names are in lower case.
  final Map<String, String> headers;

  /// The bytes to send; null for none.
  final List<int>? body;

  /// When nobody waits for the answer any more.
  final Duration? timeout;

  /// Without the headers and the body, which hold tokens.
  @override
  String toString() => 'TransportRequest($method ${url.removeFragment().replace(query: '')})';
}

/// An answer of a server, of `send` and of a [Transport].
final class TransportResponse {
  /// Creates an answer.
  const TransportResponse(this.statusCode, {this.headers = const {}, this.bodyBytes = const []});

  /// The HTTP status.
  final int statusCode;

  /// Their names are in lower case.
  final Map<String, String> headers;

  /// The body as it came.
  final List<int> bodyBytes;

  /// The body as text in UTF-8.
  String get body => utf8.decode(bodyBytes, allowMalformed: true);

  /// The body as JSON.
  ///
  /// Throws a [FormatException] when it is something else.
  Object? get json => jsonDecode(utf8.decode(bodyBytes));

  /// Whether the status is from 200 to 299.
  bool get isOk => statusCode >= 200 && statusCode < 300;

  @override
  String toString() => 'TransportResponse($statusCode)';
}

/// Sends requests. The default is `HttpTransport`; an app can send them with a client of its own, for example of
/// `package:http`.
abstract interface class Transport {
  /// Sends a request and reads the whole answer. Throws when there is none. Follows no redirect.
  Future<TransportResponse> send(TransportRequest request);

  /// Ends what is kept open.
  void close();
}
