import { damaged } from "./keystore-error.ts";

export const derTags = {
  integer: 0x02,
  octets: 0x04,
  oid: 0x06,
  sequence: 0x30,
  set: 0x31,
  /** `[0]`, explicit or of a constructed type. */
  context0: 0xa0,
  /** `[0]`, implicit and of a primitive type. */
  implicit0: 0x80,
} as const;

/** One value of ASN.1 in its distinguished encoding. */
export type Der = Readonly<{ tag: number; body: Buffer }>;

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
  const tag = bytes[at] ?? 0;
  const first = bytes[at + 1];
  // 0x80 would be a length that only the end tells, which these files do not use.
  if (first === undefined || first === 0x80 || first > 0x84) throw damaged();
  const more = first & 0x80 ? first & 0x7f : 0;
  const start = at + 2 + more;
  if (start > bytes.length) throw damaged();
  const length = more === 0 ? first : bytes.readUIntBE(at + 2, more);
  if (start + length > bytes.length) throw damaged();
  return { tag, start, end: start + length };
}

/** The values inside of this one, which must have the tag. */
export function inside(value: Der | undefined, tag: number = derTags.sequence): Der[] {
  return readDer(bodyOf(value, tag));
}

export function bodyOf(value: Der | undefined, tag: number): Buffer {
  if (value?.tag !== tag) throw damaged();
  return value.body;
}

export function numberOf(value: Der | undefined): number {
  const body = bodyOf(value, derTags.integer);
  if (body.length === 0 || body.length > 4) throw damaged();
  return body.readUIntBE(0, body.length);
}

/** An object identifier in dotted form. */
export function oidOf(value: Der | undefined): string {
  const [first = 0, ...rest] = bodyOf(value, derTags.oid);
  const arcs = [Math.floor(first / 40), first % 40];
  let arc = 0;
  for (const byte of rest) {
    arc = arc * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      arcs.push(arc);
      arc = 0;
    }
  }
  return arcs.join(".");
}
