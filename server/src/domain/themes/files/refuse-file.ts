import { type AppError, invalidRequest } from "../../../errors.ts";

const MAX_SIDE = 4096;

/** Of the field `data` of UploadLogo and UploadFont. */
export function refuseFile(problem: string): AppError {
  return invalidRequest("data", problem);
}

/** A small file may decode to an image that exhausts the memory of the client. */
export function requireDimensions(width: number, height: number): void {
  if (width === 0 || height === 0) throw refuseFile("is an image without width or height");
  if (width <= MAX_SIDE && height <= MAX_SIDE) return;
  throw refuseFile(`is ${width} x ${height} pixels; at most ${MAX_SIDE} x ${MAX_SIDE} are allowed`);
}
