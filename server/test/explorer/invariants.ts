import { dummyLike } from "../../src/crypto/foreign/foreign-hashes.ts";
import { hashToken } from "../../src/crypto/random-token.ts";
import type { Aftermath } from "./aftermath.ts";
import { factorInvariants } from "./factor-invariants.ts";
import { passwordIn } from "./fast-hasher.ts";
import { keyInvariants } from "./key-invariants.ts";
import {
  acknowledged,
  acknowledgedPairs,
  addressNamed,
  describeFailure,
  effectAt,
  endedCredentials,
  inOrderOfEffect,
  isProjectGone,
  linksThatStay,
  mayWrite,
  promisesOf,
  sessionsEndedBy,
} from "./promises.ts";
import { newPasswordOf } from "./world.ts";

/** A sentence that is true after every schedule. The check returns what breaks it. */
export type Invariant = Readonly<{ sentence: string; check: (after: Aftermath) => readonly string[] }>;

export const invariants: readonly Invariant[] = [
  ...keyInvariants,
  ...factorInvariants,
  {
    sentence: "every call is answered in time, with success or a documented refusal",
    check: ({ calls }) =>
      calls.flatMap(({ useCase, outcome }) =>
        outcome.kind === "failed" ? [`${useCase.name}: ${describeFailure(outcome.error)}`] : [],
      ),
  },
  {
    sentence:
      "no session is open that was opened with a credential replaced, disabled, deleted or unlinked before the answer",
    check: (after) =>
      acknowledgedPairs(after).flatMap(([opener, ender]) => {
        const { opensSessionWith, completesWith } = promisesOf(opener);
        const isOpen = after.openSessions.some(
          ({ id, userId }) =>
            id === after.openedBy.get(opener.actor.side) && userId === after.world.person.id,
        );
        const ended = [opensSessionWith, completesWith].filter(
          (credential) => credential !== undefined && endedCredentials(ender).includes(credential),
        );
        return isOpen
          ? ended.map(
              (credential) =>
                `${opener.useCase.name} with the ${credential} that ${ender.useCase.name} took away`,
            )
          : [];
      }),
  },
  {
    sentence: "nothing is done with a password or session that was taken away before it took effect",
    check: (after) =>
      acknowledgedPairs(after).flatMap(([doer, ender]) => {
        const { provenBy } = promisesOf(doer);
        if (provenBy === undefined || effectAt(ender) > effectAt(doer)) return [];
        const lostPassword = provenBy === "password" && endedCredentials(ender).includes("password");
        const [own] = after.world.person.sessions;
        const lostSession = sessionsEndedBy(ender, after).includes(own.id);
        return lostPassword || lostSession ? [`${doer.useCase.name} after ${ender.useCase.name}`] : [];
      }),
  },
  {
    sentence: "sessions that an acknowledged act must end have ended",
    check: (after) =>
      after.calls.filter(acknowledged).flatMap((ender) => {
        const ended = sessionsEndedBy(ender, after);
        const [other] = after.calls.filter((call) => call !== ender);
        const isEarlier = other !== undefined && effectAt(other) < ender.actor.startedAt;
        const opened =
          other && isEarlier && promisesOf(ender).endsSessions === "all"
            ? after.openedBy.get(other.actor.side)
            : undefined;
        return after.openSessions.flatMap(({ id, userId }) =>
          ended.includes(id) || (id === opened && userId === after.world.person.id)
            ? [`a session is open after ${ender.useCase.name}`]
            : [],
        );
      }),
  },
  {
    sentence: "a call that is refused opens no session",
    check: (after) => {
      if (isProjectGone(after)) return [];
      const { calls, openSessions, openedBy } = after;
      const { person } = after.world;
      const known = new Set([...person.sessions.map(({ id }) => id), ...openedBy.values()]);
      const unknown = openSessions.filter(({ id, userId }) => userId === person.id && !known.has(id));
      const mayOpen = calls.some(
        (call) =>
          acknowledged(call) &&
          promisesOf(call).opensSessionWith === undefined &&
          /SignIn|SignUp/.test(call.useCase.name),
      );
      return unknown.length > 0 && !mayOpen ? [`${unknown.length} sessions that nobody was given`] : [];
    },
  },
  {
    sentence: "the password in force is that of the last acknowledged change",
    check: (after) => {
      const { person, world } = after;
      if (!person || isProjectGone(after)) return []; // of a deleted project the rows go later
      const last = inOrderOfEffect(after).findLast(
        (call) =>
          promisesOf(call).setsPassword || promisesOf(call).detaches || promisesOf(call).removesPassword,
      );
      const initial = world.state.password === "none" ? null : world.person.password;
      const isSet = last && promisesOf(last).setsPassword;
      const expected = !last ? initial : isSet ? newPasswordOf(last.actor.side) : null;
      const inForce = person.passwordHash === null ? null : passwordIn(person.passwordHash);
      return inForce === expected ? [] : [`it is "${inForce}" instead of "${expected}"`];
    },
  },
  {
    sentence: "the hashes of the project are counted by their kind",
    check: (after) => {
      if (isProjectGone(after)) return [];
      const counts = new Map(after.hashKinds.map(({ kind, users }) => [kind, users]));
      for (const { passwordHash } of after.users) {
        if (passwordHash === null) continue;
        const kind = dummyLike(passwordHash);
        counts.set(kind, (counts.get(kind) ?? 0) - 1);
      }
      return [...counts].flatMap(([kind, over]) => (over === 0 ? [] : [`${over} too many of ${kind}`]));
    },
  },
  {
    sentence: "the user is disabled if the last acknowledged act of that kind disabled it",
    check: (after) => {
      const { person, world } = after;
      if (!person) return [];
      const last = inOrderOfEffect(after).findLast(
        (call) => promisesOf(call).disables || promisesOf(call).enables,
      );
      const expected = last ? promisesOf(last).disables === true : world.state.disabled;
      return (person.disabledAt !== null) === expected ? [] : [`it is ${expected ? "enabled" : "disabled"}`];
    },
  },
  {
    sentence: "the address is that of the last acknowledged change",
    check: (after) => {
      const { person, calls } = after;
      const last = inOrderOfEffect(after).findLast(
        (call) => promisesOf(call).setsAddress || promisesOf(call).detaches,
      );
      const isFromProvider = calls.some((call) => promisesOf(call).proves?.includes("from the provider"));
      if (!person || !last || isFromProvider) return [];
      const { setsAddress } = promisesOf(last);
      const expected = setsAddress ? addressNamed(setsAddress, last, after) : null;
      return person.email === expected ? [] : [`it is ${person.email} after ${last.useCase.name}`];
    },
  },
  {
    sentence: "a verified address was proven by its mailbox, its provider or the backend",
    check: (after) => {
      if (isProjectGone(after)) return [];
      const proofs = after.calls
        .filter(acknowledged)
        .flatMap((call) => (promisesOf(call).proves ?? []).map((name) => addressNamed(name, call, after)));
      if (proofs.includes(undefined)) return [];
      const proven = new Set(proofs);
      if (after.world.state.address === "verified") proven.add(after.world.person.email);
      return after.users.flatMap(({ email, emailVerifiedAt }) =>
        email !== null && emailVerifiedAt !== null && !proven.has(email)
          ? [`nobody has proven ${email}`]
          : [],
      );
    },
  },
  {
    sentence: "no one-time link or code works twice",
    check: (after) => [
      ...acknowledgedPairs(after)
        .slice(0, 1)
        .flatMap(([a, b]) => {
          const { consumes } = promisesOf(a);
          return consumes !== undefined && consumes === promisesOf(b).consumes
            ? [`both calls used ${consumes}`]
            : [];
        }),
      ...after.acceptedAgain.map((name) => `${name} was accepted once more afterwards`),
    ],
  },
  {
    sentence: "one attempt id opens one session, and its copies get one token",
    check: ({ calls }) => {
      const tokens = calls.flatMap(({ useCase, outcome }) =>
        outcome.kind === "acknowledged" && useCase.acknowledges.isOneAttempt
          ? [outcome.opened.refreshToken]
          : [],
      );
      return new Set(tokens).size > 1 ? ["two tokens"] : [];
    },
  },
  {
    sentence: "no refresh family forks",
    check: ({ forkedSessions }) => forkedSessions.map((id) => `session ${id} has two tokens in force`),
  },
  {
    sentence: "every permanent user has a way in, or was detached by its mailbox's owner",
    check: (after) => {
      if (isProjectGone(after)) return [];
      const isDetached = after.calls.some((call) => acknowledged(call) && promisesOf(call).detaches);
      return after.users.flatMap(({ id, email, guestSince }) => {
        const hasMethod = [...after.identities, ...after.passkeys].some(({ userId }) => userId === id);
        return guestSince === null && email === null && !hasMethod && !isDetached
          ? [`user ${id} has none`]
          : [];
      });
    },
  },
  {
    sentence: "who was erased is gone",
    check: (after) => {
      const eraser = after.calls.find((call) => acknowledged(call) && promisesOf(call).erases);
      return eraser && after.person ? [`the user is there after ${eraser.useCase.name}`] : [];
    },
  },
  {
    sentence: "links and queued mails that an acknowledged act voids stay void",
    check: (after) => after.calls.filter(acknowledged).flatMap((voider) => linksThatStay(voider, after)),
  },
  {
    sentence: "an administrator's session was opened with a password or passkey in force",
    check: (after) =>
      acknowledgedPairs(after).flatMap(([opener, ender]) => {
        const { outcome } = opener;
        const token = outcome.kind === "acknowledged" ? outcome.opened.adminToken : undefined;
        const isOpen = token !== undefined && after.openAdminSessions.has(hashToken(token));
        const { opensAdminSessionWith: by } = promisesOf(opener);
        return isOpen && by !== undefined && promisesOf(ender).endsAdminCredentials?.includes(by)
          ? [`it is open after ${ender.useCase.name}`]
          : [];
      }),
  },
  {
    sentence: "what an administrator's session was needed for is done while it is open",
    check: (after) =>
      acknowledgedPairs(after).flatMap(([doer, ender]) => {
        if (effectAt(doer) < effectAt(ender)) return [];
        const { provenByAdminSession: whose } = promisesOf(doer);
        const { endsAdminSession, endsAdminSessions, removesAdmin } = promisesOf(ender);
        const hasEnded =
          (whose === "admin" && (endsAdminSession || endsAdminSessions)) ||
          (whose !== undefined && whose === removesAdmin);
        return hasEnded ? [`${doer.useCase.name} after ${ender.useCase.name}`] : [];
      }),
  },
  {
    sentence: "no token works whose tree was revoked",
    check: (after) =>
      after.calls
        .filter((call) => acknowledged(call) && promisesOf(call).revokesTokenTree)
        .flatMap(({ useCase }) =>
          after.liveTokenTree.map(({ name }) => `the token ${name} works after ${useCase.name}`),
        ),
  },
  {
    sentence: "an administrator's password is that of the last acknowledged change",
    check: (after) => {
      const last = inOrderOfEffect(after).findLast((call) => promisesOf(call).setsAdminPassword);
      const admin = after.admins.find(({ email }) => email === after.world.admin.email);
      if (!admin) return [];
      const expected = last ? newPasswordOf(last.actor.side) : after.world.admin.password;
      return passwordIn(admin.passwordHash) === expected ? [] : [`it is "${passwordIn(admin.passwordHash)}"`];
    },
  },
  {
    sentence: "an administrator's invitation does not outlive its inviter",
    check: (after) => {
      const remover = after.calls.find(
        (call) => acknowledged(call) && promisesOf(call).removesAdmin === "admin",
      );
      if (!remover || after.admins.some(({ email }) => email === after.world.admin.email)) return [];
      const joined = after.calls.some(
        (call) =>
          acknowledged(call) &&
          promisesOf(call).consumes === "invite_admin" &&
          effectAt(call) > effectAt(remover),
      );
      const isOpen = after.adminInvites.some(({ invitedBy }) => invitedBy === after.world.admin.email);
      return [
        ...(joined ? ["it was accepted after the removal"] : []),
        ...(isOpen ? ["it is open after the removal"] : []),
      ];
    },
  },
  {
    sentence: "events match what was acknowledged",
    check: (after) => {
      const isOfProject = (kind: string): boolean =>
        !isProjectGone(after) || kind === "admin.project_deleted";
      const kinds = new Set([
        ...after.events.keys(),
        ...after.calls.flatMap((call) => promisesOf(call).events ?? []),
      ]);
      return [...kinds].filter(isOfProject).flatMap((kind) => {
        const written = after.events.get(kind) ?? 0;
        const least = after.calls.filter(
          (call) => acknowledged(call) && promisesOf(call).events?.includes(kind),
        ).length;
        const most = after.calls.reduce((sum, call) => sum + mayWrite(call, kind), least);
        return written < least || written > most
          ? [`${kind} was written ${written} times, not ${least} to ${most} times`]
          : [];
      });
    },
  },
];
