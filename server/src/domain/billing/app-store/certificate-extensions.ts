/** One piece of DER: its tag, what is in it, and where the next begins. */
type Piece = Readonly<{ tag: number; content: Buffer; end: number }>;

const [SEQUENCE, OCTETS, OBJECT_ID, BOOLEAN, EXTENSIONS] = [0x30, 0x04, 0x06, 0x01, 0xa3];

/**
 * The extensions of an X.509 certificate by their object id, which node:crypto does not tell. Undefined
 * when it has none, has one twice, or is written in another way than RFC 5280 says.
 */
export function certificateExtensions(certificate: Buffer): ReadonlyMap<string, Buffer> | undefined {
  try {
    const [whole] = piecesOf(certificate);
    const [body] = piecesOf(contentOf(whole, SEQUENCE));
    const wrapped = piecesOf(contentOf(body, SEQUENCE)).find(({ tag }) => tag === EXTENSIONS);
    const [list] = piecesOf(contentOf(wrapped, EXTENSIONS));
    const entries = piecesOf(contentOf(list, SEQUENCE)).map((entry) => readExtension(entry));
    const extensions = new Map(entries);
    return extensions.size === entries.length ? extensions : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readExtension(entry: Piece): readonly [string, Buffer] {
  const parts = piecesOf(contentOf(entry, SEQUENCE)).filter(({ tag }) => tag !== BOOLEAN);
  const [id, value, ...rest] = parts;
  if (rest.length > 0) throw new RangeError("more in an extension than its value");
  return [readObjectId(contentOf(id, OBJECT_ID)), contentOf(value, OCTETS)];
}

function readObjectId(bytes: Buffer): string {
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of bytes) {
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

function contentOf(piece: Piece | undefined, tag: number): Buffer {
  if (piece?.tag !== tag) throw new RangeError(`no piece with the tag ${tag}`);
  return piece.content;
}

function piecesOf(bytes: Buffer): Piece[] {
  const pieces: Piece[] = [];
  for (let start = 0; start < bytes.length; ) {
    const piece = readPiece(bytes, start);
    pieces.push(piece);
    start = piece.end;
  }
  return pieces;
}

/** Reading past the end is a RangeError too. */
function readPiece(bytes: Buffer, start: number): Piece {
  const [tag, first] = [bytes.readUInt8(start), bytes.readUInt8(start + 1)];
  const sizeLength = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || sizeLength > 3) throw new RangeError("a length that DER does not have");
  const from = start + 2 + sizeLength;
  const end = from + (sizeLength === 0 ? first : bytes.readUIntBE(start + 2, sizeLength));
  if (end > bytes.length) throw new RangeError("longer than what is there");
  return { tag, content: bytes.subarray(from, end), end };
}
