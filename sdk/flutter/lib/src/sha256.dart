import 'dart:typed_data';

// By hand, because Dart has no hash functions in its core libraries.

/// The SHA-256 of some bytes.
List<int> sha256(List<int> message) {
  final blocks = (message.length + 8) ~/ 64 + 1;
  final padded = Uint8List(blocks * 64)
    ..setAll(0, message)
    ..[message.length] = 0x80;
  final view = ByteData.sublistView(padded);
  view.setUint32(padded.length - 8, message.length >>> 29);
  view.setUint32(padded.length - 4, (message.length << 3) & 0xffffffff);

  final hash = Uint32List.fromList(_initial);
  final words = Uint32List(64);
  for (var block = 0; block < padded.length; block += 64) {
    for (var at = 0; at < 16; at++) {
      words[at] = view.getUint32(block + at * 4);
    }
    _absorb(hash, words);
  }
  return [
    for (final word in hash)
      for (final shift in const [24, 16, 8, 0]) (word >>> shift) & 0xff,
  ];
}

void _absorb(Uint32List hash, Uint32List words) {
  for (var at = 16; at < 64; at++) {
    final x = words[at - 15];
    final y = words[at - 2];
    final small = _rotate(x, 7) ^ _rotate(x, 18) ^ (x >>> 3);
    final large = _rotate(y, 17) ^ _rotate(y, 19) ^ (y >>> 10);
    words[at] = words[at - 16] + small + words[at - 7] + large;
  }
  var [a, b, c, d, e, f, g, h] = hash;
  for (var at = 0; at < 64; at++) {
    final mixed = _rotate(e, 6) ^ _rotate(e, 11) ^ _rotate(e, 25);
    final choice = (e & f) ^ (~e & g & 0xffffffff);
    final first = h + mixed + choice + _constants[at] + words[at];
    final second = (_rotate(a, 2) ^ _rotate(a, 13) ^ _rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + first) & 0xffffffff;
    d = c;
    c = b;
    b = a;
    a = (first + second) & 0xffffffff;
  }
  for (final (at, word) in [a, b, c, d, e, f, g, h].indexed) {
    hash[at] = hash[at] + word;
  }
}

int _rotate(int word, int by) => ((word >>> by) | (word << (32 - by))) & 0xffffffff;

/// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
const _initial = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19, //
];

/// The same of the cube roots of the first 64 primes.
const _constants = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, //
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, //
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, //
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, //
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, //
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, //
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, //
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2, //
];
