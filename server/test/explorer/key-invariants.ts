import { STAND_BY_UNTIL } from "../../src/storage/signing-keys.ts";
import type { Invariant } from "./invariants.ts";
import { acknowledged, isProjectGone } from "./promises.ts";

export const keyInvariants: readonly Invariant[] = [
  {
    sentence: "a project has one active and one stand-by key, and a deleted project has no key",
    check: (after) => {
      const active = after.signingKeys.filter(({ graceUntil }) => graceUntil === null).length;
      const standBy = after.signingKeys.filter(({ graceUntil }) => graceUntil === STAND_BY_UNTIL).length;
      const expected = isProjectGone(after) ? 0 : 1;
      return active === expected && standBy === expected ? [] : [`${active} active, ${standBy} on stand-by`];
    },
  },
  {
    sentence: "no key of before is published after a reset",
    check: ({ calls, signingKeys, world }) => {
      const isReset = calls.some((call) => acknowledged(call) && call.useCase.name === "ResetSigningKey");
      const leaked = signingKeys.filter(({ createdAt }) => createdAt <= world.madeAt);
      return isReset && leaked.length > 0 ? [`${leaked.length} of them`] : [];
    },
  },
];
