import { AppError, storeUnavailable } from "../../errors.ts";

/** What Stripe's library throws. */
export type StripeFailure = {
  statusCode?: number;
  headers?: Record<string, string>;
  code?: string;
  param?: string;
  message: string;
};

/** What Stripe does not know is no failure. */
export async function orUndefined<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: StripeFailure) => {
    if (error.statusCode === 404 || error.code === "resource_missing") return undefined;
    throw error;
  });
}

/** Undefined when the customer that the request names is deleted, or one of the other mode. */
export async function orNoCustomer<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: StripeFailure) => {
    if (error.code === "resource_missing" && error.param === "customer") return undefined;
    throw error;
  });
}

export async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError ? error : asStoreError(error as StripeFailure);
  }
}

/** The permission that a restricted key lacks, as Stripe names it; empty when it names none. */
export function lackingPermission({ message }: StripeFailure): string {
  return /\brak_[a-z_]{1,60}\b/.exec(message)?.[0] ?? "";
}

/** Never the library's message: it may quote what was sent, and the key. */
function asStoreError(failure: StripeFailure): AppError {
  const { statusCode, headers, code } = failure;
  const lacking = statusCode === 403 ? lackingPermission(failure) : "";
  const more = lacking === "" ? code : `the key lacks ${lacking}`;
  const why =
    statusCode === undefined ? "no answer in time" : `status ${statusCode}${more ? ` (${more})` : ""}`;
  const seconds = Number(headers?.["retry-after"]);
  return storeUnavailable("stripe", why, {
    isRefusal: statusCode === 401 || statusCode === 403 || statusCode === 400,
    permission: lacking,
    retryAfterMs: Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined,
  });
}
