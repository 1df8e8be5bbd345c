import { refuseFile, requireDimensions } from "./refuse-file.ts";

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP2 = 0xe2;
const APP14 = 0xee;
/** The kinds of compression that browsers show: baseline, extended and progressive. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** Tables and intervals that belong to the picture: DHT, DQT, DRI. */
const TABLES = new Set([0xc4, 0xdb, 0xdd]);

export function isJpeg(file: Buffer): boolean {
  return file[0] === 0xff && file[1] === SOI && file[2] === 0xff;
}

/** Removes EXIF, which may reveal where a photo was taken, comments, and application data. */
export function readJpeg(file: Buffer): Buffer {
  const kept: Buffer[] = [file.subarray(0, 2)];
  let hasFrame = false;
  let hasScan = false;
  for (let at = 2; ; ) {
    const start = markerAt(file, at);
    const marker = file[start + 1] ?? 0;
    if (marker === EOI) {
      if (!hasScan) throw refuseFile("is a JPEG without an image");
      if (start + 2 !== file.length) throw refuseFile("has extra data after the end of the image");
      return Buffer.concat([...kept, file.subarray(start)]);
    }
    const data = segmentAt(file, start);
    at = start + 4 + data.length;
    if (FRAMES.has(marker)) {
      if (hasFrame || data.length < 6) throw refuseFile("is a damaged JPEG");
      requireDimensions(data.readUInt16BE(3), data.readUInt16BE(1));
      hasFrame = true;
    } else if (marker === SOS) {
      if (!hasFrame) throw refuseFile("is a damaged JPEG");
      at = endOfScan(file, at);
      hasScan = true;
    } else if (!TABLES.has(marker) && !isApplicationOrComment(marker)) {
      throw refuseFile("is not a JPEG that browsers can show");
    }
    if (!isApplicationOrComment(marker) || isColorSegment(marker, data)) kept.push(file.subarray(start, at));
  }
}

/** A marker may have any number of 0xff before it; the last of them is where it starts. */
function markerAt(file: Buffer, at: number): number {
  let start = at;
  if (file[start] !== 0xff)
    throw refuseFile(start < file.length ? "is a damaged JPEG" : "is a truncated JPEG");
  while (file[start + 1] === 0xff) start++;
  if (start + 1 >= file.length) throw refuseFile("is a truncated JPEG");
  return start;
}

function segmentAt(file: Buffer, start: number): Buffer {
  const length = start + 4 <= file.length ? file.readUInt16BE(start + 2) : 0;
  const end = start + 2 + length;
  if (length < 2 || end > file.length) throw refuseFile("is a truncated JPEG");
  return file.subarray(start + 4, end);
}

/** In image data 0xff is followed by 0 or a restart marker; any other marker ends the data. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  throw refuseFile("is a truncated JPEG");
}

function isApplicationOrComment(marker: number): boolean {
  return (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
}

/** Whether the segment defines how to read the colours. */
function isColorSegment(marker: number, data: Buffer): boolean {
  const label = (text: string): boolean => data.toString("latin1", 0, text.length) === text;
  if (marker === APP0) return label("JFIF\0");
  if (marker === APP2) return label("ICC_PROFILE\0");
  return marker === APP14 && label("Adobe");
}
