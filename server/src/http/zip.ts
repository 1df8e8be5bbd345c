import { crc32 } from "node:zlib";

export type ZipEntry = { name: string; content: Uint8Array };

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const LOCAL_SIZE = 30;
const CENTRAL_SIZE = 46;
const END_SIZE = 22;
/** Files of 2.0, which has folders. */
const VERSION = 20;
const UTF8 = 0x0800;
const UNIX = 3 << 8;
const PLAIN_FILE = 0o100644;

/** A zip of plain files, stored without compression: the same bytes for the same files and date, on every machine. */
export function storedZip(entries: readonly ZipEntry[], modifiedAt: number): Buffer {
  const locals: Uint8Array[] = [];
  const centrals: Uint8Array[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const bytes = Buffer.from(name);
    const shared = sharedFields(bytes, content, modifiedAt);
    const local = Buffer.alloc(LOCAL_SIZE);
    local.writeUInt32LE(LOCAL, 0);
    shared.copy(local, 4);
    const central = Buffer.alloc(CENTRAL_SIZE);
    central.writeUInt32LE(CENTRAL, 0);
    central.writeUInt16LE(UNIX | VERSION, 4);
    shared.copy(central, 6);
    central.writeUInt32LE(PLAIN_FILE * 0x10000, 38);
    central.writeUInt32LE(offset, 42);
    locals.push(local, bytes, content);
    centrals.push(central, bytes);
    offset += local.length + bytes.length + content.length;
  }
  return Buffer.concat([...locals, ...centrals, endOf(entries.length, offset, centrals)]);
}

/** What the header before a file and its line in the list at the end have in common. */
function sharedFields(name: Buffer, content: Uint8Array, modifiedAt: number): Buffer {
  const at = Temporal.Instant.fromEpochMilliseconds(modifiedAt).toZonedDateTimeISO("UTC");
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt16LE(UTF8, 2);
  fields.writeUInt16LE((at.hour << 11) | (at.minute << 5) | (at.second >> 1), 6);
  fields.writeUInt16LE(((at.year - 1980) << 9) | (at.month << 5) | at.day, 8);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(content.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

function endOf(count: number, offset: number, centrals: readonly Uint8Array[]): Buffer {
  const end = Buffer.alloc(END_SIZE);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(
    centrals.reduce((total, { length }) => total + length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return end;
}

/** The files of an archive that `storedZip` wrote, and the date it was given. */
export function readStoredZip(archive: Buffer): { entries: ZipEntry[]; modifiedAt: number } {
  const entries: ZipEntry[] = [];
  let modifiedAt = 0;
  for (let at = 0; archive.readUInt32LE(at) === LOCAL; ) {
    const nameEnd = at + LOCAL_SIZE + archive.readUInt16LE(at + 26);
    const end = nameEnd + archive.readUInt32LE(at + 18);
    const name = archive.toString("utf8", at + LOCAL_SIZE, nameEnd);
    entries.push({ name, content: archive.subarray(nameEnd, end) });
    modifiedAt = dateOf(archive.readUInt16LE(at + 12), archive.readUInt16LE(at + 10));
    at = end;
  }
  return { entries, modifiedAt };
}

function dateOf(date: number, time: number): number {
  return Temporal.ZonedDateTime.from({
    timeZone: "UTC",
    year: (date >> 9) + 1980,
    month: (date >> 5) & 15,
    day: date & 31,
    hour: time >> 11,
    minute: (time >> 5) & 63,
    second: (time & 31) * 2,
  }).epochMilliseconds;
}
