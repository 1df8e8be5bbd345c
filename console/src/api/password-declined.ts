import { Code, ConnectError } from "@connectrpc/connect";

/** A mark, because every ConnectError is an instance of every subclass. */
const DECLINED = Symbol("declined");

/** The user closed the dialog that asks for the password. */
export function passwordDeclined(): ConnectError {
  return new ConnectError("the password was not confirmed", Code.Canceled, undefined, undefined, DECLINED);
}

export function isPasswordDeclined(error: unknown): boolean {
  return error instanceof ConnectError && error.cause === DECLINED;
}
