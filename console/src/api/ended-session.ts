import { useSyncExternalStore } from "react";

type Question = { signedIn: Promise<void>; answer: () => void };

let question: Question | undefined;
const listeners = new Set<() => void>();

function set(next: Question | undefined): void {
  question = next;
  for (const listener of listeners) listener();
}

/** Asks to sign in again over the page. Calls that are refused meanwhile wait for the same answer. */
export function askToSignIn(): Promise<void> {
  if (question) return question.signedIn;
  const { promise, resolve } = Promise.withResolvers<void>();
  set({
    signedIn: promise,
    answer: () => {
      set(undefined);
      resolve();
    },
  });
  return promise;
}

/** The question that is open, for the one dialog that shows it. */
export function useSignInPrompt(): Question | undefined {
  return useSyncExternalStore(subscribe, () => question);
}

/** While it is asked, nothing else on screen closes. */
export function isSignInAsked(): boolean {
  return question !== undefined;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
