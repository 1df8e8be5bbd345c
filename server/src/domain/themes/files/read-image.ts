import type { AssetFile } from "../asset.ts";
import { isJpeg, readJpeg } from "./jpeg.ts";
import { isPng, readPng } from "./png.ts";
import { refuseFile } from "./refuse-file.ts";
import { isSvg, readSvg } from "./svg.ts";
import { isWebp, readWebp } from "./webp.ts";

/**
 * Validates an image and removes everything that a browser does not need to show it. The first bytes determine the type,
 * and the whole file must be valid.
 */
export function readImage(data: Uint8Array): AssetFile {
  const file = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (isPng(file)) return { type: "png", bytes: readPng(file) };
  if (isJpeg(file)) return { type: "jpg", bytes: readJpeg(file) };
  if (isWebp(file)) return { type: "webp", bytes: readWebp(file) };
  if (isSvg(file)) return { type: "svg", bytes: readSvg(file) };
  throw refuseFile("must be a PNG, JPEG, WebP or SVG image");
}
