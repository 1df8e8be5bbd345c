import 'dart:convert';

import 'package:svc_auth/src/auth_exception.dart';
import 'package:svc_auth/src/auth_storage.dart';
import 'package:svc_auth/src/json.dart';
import 'package:svc_auth/src/locks.dart';
import 'package:svc_auth/src/stored.dart';

/// The stored document of a client.
final class Disk {
  /// Opens the document under a key.
  const Disk(this._storage, this._key);

  final AuthStorage _storage;
  final String _key;

  /// Never throws.
  Future<Stored> read() async {
    final String? text;
    try {
      text = await _storage.read(_key);
    } on Object catch (cause) {
      return Stored(const {}, broken: storageFailed(cause));
    }
    try {
      final document = jsonDecode(text == null || text.isEmpty ? '{}' : text);
      if (document is Json) {
        final stored = Stored(document);
        final session = stored.session;
        final isWhole = session == null
            ? document['session'] == null
            : session.user.id.isNotEmpty && session.refreshToken.isNotEmpty;
        if (isWhole) return stored;
      }
    } on FormatException {
      // Reported below, without the cause, which would quote the stored data.
    }
    return const Stored({}, broken: AuthException(AuthReason.storage, 'storage failed'));
  }

  /// Replaces the document by the result of [edit], if it has one. It uses no network, so others do not wait long.
  Future<void> change(Stored? Function(Stored stored) edit) => withLock('$_key.disk', () async {
    final next = edit(await read());
    if (next == null) return;
    try {
      await _storage.write(_key, jsonEncode(next.fields));
    } on Object catch (cause) {
      throw storageFailed(cause);
    }
  });
}

/// The device could not read or write; it may be able to later.
AuthException storageFailed([Object? cause]) =>
    AuthException(AuthReason.storage, 'storage failed', retryable: true, cause: cause);
