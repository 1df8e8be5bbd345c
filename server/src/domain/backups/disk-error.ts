import { AppError, OperatorError } from "../../errors.ts";

const FULL = new Set(["ENOSPC", "EDQUOT"]);
const UNUSABLE = new Set(["EACCES", "EPERM", "EROFS", "EIO", "ENOTDIR", "EMFILE", "EFBIG"]);
const SQLITE_FULL = 13;

/** Turns an error of the file system into one that tells the operator what to fix. */
export function diskError(error: unknown, folder: string): unknown {
  if (error instanceof OperatorError || error instanceof AppError) return error;
  const { code = "", errcode, message } = error as { code?: string; errcode?: number; message: string };
  if (FULL.has(code) || errcode === SQLITE_FULL) {
    return new OperatorError(`the disk of ${folder} is full`, "free some space, or use another disk");
  }
  if (UNUSABLE.has(code)) {
    return new OperatorError(`cannot write to ${folder}: ${message}`, "check its owner and mode");
  }
  return error;
}
