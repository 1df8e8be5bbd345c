export const TAR_BLOCK = 512;

/** The largest size in eleven octal digits. */
const OCTAL_LIMIT = 8 ** 11;

/** The header of a file in a ustar archive. The same input gives the same bytes. */
export function tarHeader(name: string, size: number, modifiedSec: number, mode = 0o644): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`the name is too long for an archive: ${name}`);
  const block = Buffer.alloc(TAR_BLOCK);
  block.write(name, 0);
  block.write(`${octal(mode, 7)}\0`, 100);
  block.write("0000000\0", 108);
  block.write("0000000\0", 116);
  writeSize(block, size);
  block.write(`${octal(modifiedSec, 11)}\0`, 136);
  block.write("        ", 148); // the checksum counts as spaces while it is computed
  block.write("0", 156);
  block.write("ustar\x0000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)}\0 `, 148);
  return block;
}

/** How many zero bytes follow a file of this size. */
export function tarPadding(size: number): number {
  return (TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK;
}

/** Sizes from 8 GiB are binary numbers, which tar programs support. */
function writeSize(block: Buffer, size: number): void {
  if (size < OCTAL_LIMIT) {
    block.write(`${octal(size, 11)}\0`, 124);
    return;
  }
  block[124] = 0x80;
  block.writeBigUInt64BE(BigInt(size), 128);
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}
