import { constants, crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
const COLOURS = 256;

type Image = { width: number; height: number; channels: number; pixels: Buffer };

/**
 * A screenshot with at most 256 colours, a third of the size: it is letters on flat colours, which
 * hardly anybody can tell from the original.
 */
export function shrinkPng(png: Buffer): Buffer {
  const image = decode(png);
  const { palette, indexes } = quantise(image);
  const lines = Buffer.alloc((image.width + 1) * image.height);
  for (let y = 0; y < image.height; y++) {
    indexes.copy(lines, y * (image.width + 1) + 1, y * image.width, (y + 1) * image.width);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(image.width, 0);
  header.writeUInt32BE(image.height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const options = { level: 9, memLevel: 9, strategy: constants.Z_DEFAULT_STRATEGY };
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flat())),
    chunk("IDAT", deflateSync(lines, options)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** What a browser writes: 8 bits a channel, three or four of them, not interlaced. */
function decode(png: Buffer): Image {
  const parts: Buffer[] = [];
  let header = Buffer.alloc(13);
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    if (type === "IHDR") header = Buffer.from(data);
    if (type === "IDAT") parts.push(data);
    at += 12 + length;
  }
  const [width, height, channels] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9] === 6 ? 4 : 3];
  return {
    width,
    height,
    channels,
    pixels: unfilter(inflateSync(Buffer.concat(parts)), width * channels, channels),
  };
}

/** Undoes the five filters of PNG, line by line. */
function unfilter(lines: Buffer, width: number, channels: number): Buffer {
  const height = lines.length / (width + 1);
  const pixels = Buffer.alloc(width * height);
  for (let y = 0; y < height; y++) {
    const filter = lines[y * (width + 1)] ?? 0;
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const left = x >= channels ? (pixels[at - channels] ?? 0) : 0;
      const up = y > 0 ? (pixels[at - width] ?? 0) : 0;
      const corner = x >= channels && y > 0 ? (pixels[at - width - channels] ?? 0) : 0;
      const guess = [0, left, up, (left + up) >> 1, filter === 4 ? paeth(left, up, corner) : 0][filter] ?? 0;
      pixels[at] = (lines[y * (width + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return pixels;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [estimate - left, estimate - up, estimate - corner].map(Math.abs) as [
    number,
    number,
    number,
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** The most frequent colours, alike ones counted together; every other becomes the nearest of them. */
function quantise({ pixels, channels }: Image): { palette: number[][]; indexes: Buffer } {
  const count = pixels.length / channels;
  const exact = new Map<number, number>();
  const colourAt = (n: number): number => pixels.readUIntBE(n * channels, 3);
  for (let n = 0; n < count; n++) exact.set(colourAt(n), (exact.get(colourAt(n)) ?? 0) + 1);

  const groups = new Map<number, { colour: number; most: number; total: number }>();
  for (const [colour, times] of exact) {
    const key = exact.size <= COLOURS ? colour : colour & 0xf8f8f8;
    const group = groups.get(key) ?? { colour, most: 0, total: 0 };
    const isMost = times > group.most;
    groups.set(key, {
      colour: isMost ? colour : group.colour,
      most: isMost ? times : group.most,
      total: group.total + times,
    });
  }
  const kept = [...groups.values()].toSorted((a, b) => b.total - a.total).slice(0, COLOURS);
  const palette = kept.map(({ colour }) => [colour >> 16, (colour >> 8) & 255, colour & 255]);
  const nearest = new Map([...exact.keys()].map((colour) => [colour, nearestOf(palette, colour)]));
  const indexes = Buffer.alloc(count);
  for (let n = 0; n < count; n++) indexes[n] = nearest.get(colourAt(n)) ?? 0;
  return { palette, indexes };
}

function nearestOf(palette: readonly number[][], colour: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, [red = 0, green = 0, blue = 0]] of palette.entries()) {
    const distance =
      ((colour >> 16) - red) ** 2 + (((colour >> 8) & 255) - green) ** 2 + ((colour & 255) - blue) ** 2;
    if (distance >= least) continue;
    least = distance;
    best = index;
  }
  return best;
}
