const p = 2n ** 255n - 19n;
/** The curve is -x² + y² = 1 + d·x²·y². */
const d = 0x52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3n;

/**
 * Whether 32 bytes are the one spelling of a point on the curve that is not of a small order. OpenSSL takes any
 * bytes as a key, and for a key of small order signatures exist that are valid for many messages.
 */
export function isEd25519Point(bytes: Buffer): boolean {
  if (bytes.length !== 32) return false;
  const littleEndian = Buffer.from(bytes).reverse();
  littleEndian[0] = (littleEndian[0] ?? 0) & 0x7f; // the sign of x
  const y = BigInt(`0x${littleEndian.toString("hex")}`);
  if (y >= p) return false;

  // y is 0 or ±1 for the orders 1, 2 and 4. A point has the order 8 when x² = -y²: doubling it gives y = 0.
  const y2 = (y * y) % p;
  if (y2 === 0n || y2 === 1n || (d * y2 * y2 + 2n * y2 - 1n) % p === 0n) return false;

  // x² = (y² - 1) / (d·y² + 1) has a root exactly when the product of the two has one.
  return power((y2 - 1n) * (d * y2 + 1n), (p - 1n) / 2n) === 1n;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % p;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % p;
    square = (square * square) % p;
  }
  return result;
}
