import 'dart:convert';

/// Base64url without padding, as PKCE and tokens have it.
String toBase64Url(List<int> bytes) => base64Url.encode(bytes).replaceAll('=', '');

/// Reads base64 and base64url, with or without padding.
List<int> fromBase64(String text) => base64.decode(base64.normalize(text.replaceAll('=', '')));

/// Two hexadecimal digits for each byte.
String toHex(List<int> bytes) => [for (final byte in bytes) byte.toRadixString(16).padLeft(2, '0')].join();
