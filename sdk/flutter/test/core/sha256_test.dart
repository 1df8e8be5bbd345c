import 'dart:convert';

import 'package:svc_auth/src/base64_text.dart';
import 'package:svc_auth/src/sha256.dart';
import 'package:test/test.dart';

/// From the examples of FIPS 180-4, and lengths around a block.
const _vectors = {
  '': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'abc': 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq':
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  'abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu':
      'cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1',
};

void main() {
  for (final MapEntry(key: text, value: hash) in _vectors.entries) {
    test('the SHA-256 of ${text.length} letters is that of the standard', () {
      expect(toHex(sha256(ascii.encode(text))), hash);
    });
  }

  test('the SHA-256 of a million letters is that of the standard', () {
    final million = List.filled(1000000, 0x61);
    expect(toHex(sha256(million)), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0');
  });

  test('the code challenge of RFC 7636 comes out of its verifier', () {
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    expect(toBase64Url(sha256(ascii.encode(verifier))), 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
  });
}
