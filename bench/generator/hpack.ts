/** Names with a place in HPACK's static table (RFC 7541, appendix A). */
const STATIC_NAMES: Readonly<Record<string, number>> = {
  ":authority": 1,
  ":path": 4,
  authorization: 23,
  "content-type": 31,
  "user-agent": 58,
};
const STATIC_FIELDS: Readonly<Record<string, number>> = {
  ":method GET": 2,
  ":method POST": 3,
  ":scheme http": 6,
};

/**
 * Every field literal and without indexing, so that a block means the same on every connection and in every
 * place: it is made once and sent as often as needed.
 */
export function encodeHeaders(fields: readonly (readonly [name: string, value: string])[]): Buffer {
  return Buffer.concat(
    fields.map(([name, value]) => {
      const field = STATIC_FIELDS[`${name} ${value}`];
      if (field !== undefined) return integer(field, 7, 0x80);
      const index = STATIC_NAMES[name];
      if (index !== undefined) return Buffer.concat([integer(index, 4, 0), text(value)]);
      return Buffer.concat([integer(0, 4, 0), text(name), text(value)]);
    }),
  );
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, "latin1");
  return Buffer.concat([integer(bytes.length, 7, 0), bytes]);
}

function integer(value: number, prefixBits: number, flags: number): Buffer {
  const most = 2 ** prefixBits - 1;
  if (value < most) return Buffer.from([flags | value]);
  const bytes = [flags | most];
  let rest = value - most;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
  return Buffer.from(bytes);
}

/** Whether a block of response headers begins with `:status: 200`, the one status with an answer in it. */
export function isStatus200(block: Buffer): boolean {
  let at = 0;
  while (((block[at] ?? 0) & 0xe0) === 0x20) at += 1; // the size of the dynamic table, which we set to 0
  return block[at] === 0x88;
}
