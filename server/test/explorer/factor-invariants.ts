import { hasProvenFactor } from "../../src/domain/sessions/authentication.ts";
import type { Invariant } from "./invariants.ts";
import { acknowledgedPairs, isProjectGone, promisesOf } from "./promises.ts";

export const WITHOUT_FACTOR =
  "who has an authenticator app has no session that was opened without a second factor";

export const factorInvariants: readonly Invariant[] = [
  {
    sentence: WITHOUT_FACTOR,
    check: (after) => {
      if (isProjectGone(after)) return [];
      const owners = new Set(after.factors.map(({ userId }) => userId));
      return after.openSessions.flatMap(({ id, userId, method, provenBy }) =>
        owners.has(userId) && !hasProvenFactor({ provenBy: provenBy ?? method })
          ? [`session ${id} was opened with ${provenBy ?? method}`]
          : [],
      );
    },
  },
  {
    sentence: "a sign-in that waits for its second factor is void once an act has ended all sessions",
    check: (after) =>
      acknowledgedPairs(after).flatMap(([opener, ender]) => {
        const { completesWith } = promisesOf(opener);
        const endsAll = ender.useCase.about === "person" && promisesOf(ender).endsSessions === "all";
        const opened = after.openedBy.get(opener.actor.side);
        const isOpen = after.openSessions.some(({ id }) => id === opened);
        return completesWith && endsAll && isOpen
          ? [`${opener.useCase.name} beside ${ender.useCase.name}`]
          : [];
      }),
  },
];
