import { crc32 } from "node:zlib";

type JarEntry = Readonly<{ name: string; content: Buffer }>;

/**
 * A jar with these entries. The same entries give the same bytes on every machine: they are sorted, have one date, and are
 * not compressed, because other versions of zlib would compress them to other bytes.
 */
export function jarOf(entries: readonly JarEntry[], date: string): Buffer {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const dosDate = ((year - 1980) << 9) | (month << 5) | day;
  // Programs look for the manifest at the beginning.
  const rank = ({ name }: JarEntry) => (name === "META-INF/MANIFEST.MF" ? `0${name}` : `1${name}`);
  const sorted = entries.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of sorted) {
    const fields = fieldsOf(Buffer.from(name), content, dosDate);
    const file = Buffer.concat([signature(0x04034b50), fields, Buffer.from(name), content]);
    directory.push(directoryEntry(fields, name, offset));
    files.push(file);
    offset += file.length;
  }
  const index = Buffer.concat(directory);
  return Buffer.concat([...files, index, endOf(sorted.length, index.length, offset)]);
}

/** What the header of a file and its entry in the directory share: version, flags, method, date, checksum and lengths. */
function fieldsOf(name: Buffer, content: Buffer, dosDate: number): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(10, 0);
  fields.writeUInt16LE(0x0800, 2); // names are UTF-8
  fields.writeUInt16LE(dosDate, 8);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(content.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

function directoryEntry(fields: Buffer, name: string, offset: number): Buffer {
  const madeBy = Buffer.from([10, 0]);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([signature(0x02014b50), madeBy, fields, rest, Buffer.from(name)]);
}

function endOf(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([signature(0x06054b50), end]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
