import type { Interceptor } from "@connectrpc/connect";
import { useSyncExternalStore } from "react";
import { failureOf } from "./failure-of.ts";
import { passwordDeclined } from "./password-declined.ts";

type Question = {
  /** The password is not enough. */
  needsFactor: boolean;
  proven: Promise<boolean>;
  answer: (isProven: boolean) => void;
};

let question: Question | undefined;
const listeners = new Set<() => void>();

function set(next: Question | undefined): void {
  question = next;
  for (const listener of listeners) listener();
}

/** Asks for the password or a factor. Calls that are refused meanwhile wait for the same answer. */
function askForPassword(needsFactor: boolean): Promise<boolean> {
  if (question) return question.proven;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  set({
    needsFactor,
    proven: promise,
    answer: (isProven) => {
      set(undefined);
      resolve(isProven);
    },
  });
  return promise;
}

/** The question that is open, for the one dialog that shows it. */
export function usePasswordPrompt(): Question | undefined {
  return useSyncExternalStore(subscribe, () => question);
}

/** While it is asked, nothing else on screen closes. */
export function isPasswordAsked(): boolean {
  return question !== undefined;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A call that needs a recent sign-in waits for the password and is made again, as it was. */
export const provePassword: Interceptor = (next) => async (request) => {
  for (;;) {
    try {
      return await next(request);
    } catch (error) {
      const { reason, more } = failureOf(error);
      if (reason !== "REAUTHENTICATION_REQUIRED") throw error;
      if (!(await askForPassword(more?.proof === "factor"))) throw passwordDeclined();
    }
  }
};
