import { Code, ConnectError } from "@connectrpc/connect";

/** A mark, because every ConnectError is an instance of every subclass. */
const DECLINED = Symbol("declined");

/** Whoever was asked for the password did not give it. */
export function passwordDeclined(): ConnectError {
  return new ConnectError("the password was not confirmed", Code.Canceled, undefined, undefined, DECLINED);
}

export function isPasswordDeclined(error: unknown): boolean {
  return error instanceof ConnectError && error.cause === DECLINED;
}
