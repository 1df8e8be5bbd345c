import { AppError, messageOf } from "../errors.ts";

/** The database does not answer: the caller may try again. */
export function storageUnavailable(error: Error): AppError {
  return new AppError("STORAGE_UNAVAILABLE", messageOf(error), {}, { cause: error });
}

/** A foreign key names a row that is missing: someone deleted the project or user since the caller was authenticated. */
export function ownerNotFound(error: Error): AppError {
  return new AppError("NOT_FOUND", error.message, { resource: "owner" }, { cause: error });
}
