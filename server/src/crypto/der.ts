export const derTags = {
  boolean: 0x01,
  integer: 0x02,
  octets: 0x04,
  oid: 0x06,
  sequence: 0x30,
  set: 0x31,
  /** `[0]`, explicit or of a constructed type. */
  context0: 0xa0,
  /** `[3]`, explicit or of a constructed type. */
  context3: 0xa3,
  /** `[0]`, implicit and of a primitive type. */
  implicit0: 0x80,
} as const;

/** One value of ASN.1 in its distinguished encoding. */
export type Der = Readonly<{ tag: number; body: Buffer }>;

/** The bytes are not DER, or not the values that the caller expects. */
export class DerError extends Error {
  override readonly name = "DerError";
}

/** The values that stand one after another. */
export function readDer(bytes: Buffer): Der[] {
  const values: Der[] = [];
  for (let at = 0; at < bytes.length; ) {
    const { tag, start, end } = header(bytes, at);
    values.push({ tag, body: bytes.subarray(start, end) });
    at = end;
  }
  return values;
}

function header(bytes: Buffer, at: number): { tag: number; start: number; end: number } {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined) throw new DerError("a value is cut short");
  // 0x80 is the indefinite length of BER.
  if (first === 0x80 || first > 0x84) throw new DerError("a length is not DER");
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  const start = at + 2 + lengthBytes;
  if (start > bytes.length) throw new DerError("a length is cut short");
  const end = start + (lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes));
  if (end > bytes.length) throw new DerError("a value is longer than what is there");
  return { tag, start, end };
}

/** The values inside this one, which must have the tag. */
export function childrenOf(value: Der | undefined, tag: number = derTags.sequence): Der[] {
  return readDer(bodyOf(value, tag));
}

export function bodyOf(value: Der | undefined, tag: number): Buffer {
  if (value?.tag !== tag) throw new DerError(`no value with the tag ${tag}`);
  return value.body;
}

/** An integer of at most four bytes, read as unsigned. */
export function numberOf(value: Der | undefined): number {
  const body = bodyOf(value, derTags.integer);
  if (body.length === 0 || body.length > 4) throw new DerError("an integer is empty or too large");
  return body.readUIntBE(0, body.length);
}

/** An object identifier in dotted form. */
export function oidOf(value: Der | undefined): string {
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of bodyOf(value, derTags.oid)) {
    arc = arc * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      arcs.push(arc);
      arc = 0;
    }
  }
  const [first = 0, ...rest] = arcs;
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - root * 40, ...rest].join(".");
}
