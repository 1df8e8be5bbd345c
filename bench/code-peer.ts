import type { Call } from "./generator/order.ts";
import type { Target } from "./measure.ts";

/** A server where users sign in with codes by email. */
export type CodePeer = {
  name: string;
  /** As its makers call the sign-in. */
  call: string;
  target: Target;
  /** Has a code sent to each of so many users, and returns their sign-ins. Each works once. */
  prepare: (count: number) => Promise<Call[]>;
  stop: () => Promise<void>;
};
