// By hand, because React Native has no crypto.subtle. Used for PKCE and nonces, which are short.

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** Of a text in ASCII, as bytes. */
export function sha256(text: string): number[] {
  const { length } = text;
  const words: number[] = new Array(((length + 8) >> 6) * 16 + 16).fill(0);
  const put = (at: number, byte: number) => {
    words[at >> 2] = (words[at >> 2] ?? 0) | (byte << (24 - (at & 3) * 8));
  };
  for (let at = 0; at < length; at++) put(at, text.charCodeAt(at));
  put(length, 0x80);
  words[words.length - 1] = length * 8;

  const [initial, constants] = rootsOfPrimes();
  let hash = initial;
  for (let block = 0; block < words.length; block += 16) {
    hash = absorb(hash, words.slice(block, block + 16), constants);
  }
  return hash.flatMap((word) => [24, 16, 8, 0].map((shift) => (word >> shift) & 255));
}

/** The first 32 bits behind the point of the square roots of 8 primes and the cube roots of 64. */
function rootsOfPrimes(): [number[], number[]] {
  const squares: number[] = [];
  const cubes: number[] = [];
  for (let candidate = 2; cubes.length < 64; candidate++) {
    let factor = 2;
    while (candidate % factor !== 0) factor++;
    if (factor !== candidate) continue;
    if (squares.length < 8) squares.push((candidate ** (1 / 2) * 2 ** 32) | 0);
    cubes.push((candidate ** (1 / 3) * 2 ** 32) | 0);
  }
  return [squares, cubes];
}

function absorb(hash: number[], w: number[], constants: number[]): number[] {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  constants.forEach((constant, i) => {
    if (i > 15) {
      const x = w[i - 15] ?? 0;
      const y = w[i - 2] ?? 0;
      const before = (w[i - 16] ?? 0) + (w[i - 7] ?? 0);
      w[i] =
        (before + (rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3)) + (rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10))) |
        0;
    }
    const mixed = (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g));
    const t = (h + mixed + constant + (w[i] ?? 0)) | 0;
    const u = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t) | 0, c, b, a, (t + u) | 0];
  });
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + (hash[i] ?? 0)) | 0);
}
