import { crc32 } from "node:zlib";

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const BLOCK = 0xffff;

/**
 * A gzip file of blocks that are stored, not compressed. Lockfiles contain the hash of such a file, and compressed bytes
 * depend on the version of zlib and on the processor.
 */
export function storedGzip(content: Uint8Array): Buffer {
  const parts: Uint8Array[] = [HEADER];
  for (let at = 0; at === 0 || at < content.length; at += BLOCK) {
    const block = content.subarray(at, at + BLOCK);
    const head = Buffer.alloc(5);
    head.writeUInt8(at + BLOCK >= content.length ? 1 : 0, 0);
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(block.length ^ BLOCK, 3);
    parts.push(head, block);
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(content), 0);
  trailer.writeUInt32LE(content.length, 4);
  return Buffer.concat([...parts, trailer]);
}
