import { type KeyObject, sign } from "node:crypto";

export type CertificateParts = Readonly<{
  subject: string;
  issuer: string;
  publicKey: KeyObject;
  issuerKey: KeyObject;
  from: number;
  until: number;
  isCa: boolean;
  /** Named as in RFC 5280; none: the extension is left out. */
  usages?: ReadonlyArray<keyof typeof USAGES>;
  /** Object ids of extensions that say nothing but that they are there. */
  markers?: readonly string[];
}>;

const USAGES = { digitalSignature: 0x80, keyCertSign: 0x04, cRLSign: 0x02 } as const;

const ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2";
let serial = 1;

/**
 * A certificate in DER, with any dates and extensions: openssl's command line gives no way to choose when
 * a certificate begins before version 3.4.
 */
export function makeCertificate(parts: CertificateParts): Buffer {
  const algorithm = der(0x30, oid(ECDSA_WITH_SHA256));
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, serialNumber()),
    algorithm,
    name(parts.issuer),
    der(0x30, time(parts.from), time(parts.until)),
    name(parts.subject),
    parts.publicKey.export({ format: "der", type: "spki" }),
    der(0xa3, der(0x30, ...extensions(parts))),
  );
  const signature = sign("sha256", body, parts.issuerKey);
  return der(0x30, body, algorithm, der(0x03, Buffer.of(0), signature));
}

function extensions({ isCa, usages = [], markers = [] }: CertificateParts): Buffer[] {
  const bits = usages.reduce((sum, usage) => sum | USAGES[usage], 0);
  const unused = 31 - Math.clz32(bits & -bits);
  return [
    extension("2.5.29.19", der(0x30, ...(isCa ? [der(0x01, Buffer.of(0xff))] : [])), true),
    ...(bits === 0 ? [] : [extension("2.5.29.15", der(0x03, Buffer.of(unused, bits)), true)]),
    ...markers.map((marker) => extension(marker, Buffer.of(0x05, 0x00), false)),
  ];
}

function extension(id: string, value: Buffer, isCritical: boolean): Buffer {
  const critical = isCritical ? [der(0x01, Buffer.of(0xff))] : [];
  return der(0x30, oid(id), ...critical, der(0x04, value));
}

function serialNumber(): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt32BE(serial++, 1);
  bytes[0] = 1;
  return bytes;
}

function name(common: string): Buffer {
  return der(0x30, der(0x31, der(0x30, oid("2.5.4.3"), der(0x0c, Buffer.from(common)))));
}

/** UTCTime, which is for the years until 2049. */
function time(ms: number): Buffer {
  const text = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, "");
  return der(0x17, Buffer.from(text.slice(2)));
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const groups = [arc & 0x7f];
    for (let left = arc >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return der(0x06, Buffer.from(bytes));
}

function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), body]);
}
