import { AppError } from "../../src/errors.ts";
import type { Aftermath } from "./aftermath.ts";
import { providerAddress } from "./oauth-use-cases.ts";
import type { Call } from "./run-schedule.ts";
import type { Acknowledgement, AddressName } from "./use-case.ts";
import { addressOf } from "./world.ts";

/** A call that found everything as it wants it changed nothing, and promises nothing. */
export const acknowledged = ({ outcome, actor }: Call): boolean =>
  outcome.kind === "acknowledged" && actor.commits.length > 0;
export const promisesOf = ({ useCase }: Call): Acknowledgement => useCase.acknowledges;

/**
 * When it took effect: with the commit that changed the user, or with its last one. A call may go on after that, and a
 * composed one does.
 */
export function effectAt({ actor }: Call): number {
  const { commits } = actor;
  const effect = commits.find(({ tables }) => tables.includes("users")) ?? commits.at(-1);
  return effect?.at ?? actor.answeredAt;
}

/** Both orders of the two calls, each acknowledged. */
export function acknowledgedPairs({ calls: [a, b] }: Aftermath): [Call, Call][] {
  return acknowledged(a) && acknowledged(b)
    ? [
        [a, b],
        [b, a],
      ]
    : [];
}

/** The acknowledged calls, in the order in which they took effect. */
export function inOrderOfEffect({ calls }: Aftermath): Call[] {
  return calls.filter(acknowledged).toSorted((a, b) => effectAt(a) - effectAt(b));
}

export function endedCredentials(call: Call): readonly string[] {
  return promisesOf(call).endsCredentials ?? [];
}

export function sessionsEndedBy(call: Call, { world }: Aftermath): string[] {
  const [first, second] = world.person.sessions;
  const { endsSessions } = promisesOf(call);
  const named = { all: [first, second], others: [second], first: [first], second: [second] };
  return endsSessions === undefined ? [] : named[endsSessions].map(({ id }) => id);
}

/** Undefined for whichever address it is. */
export function addressNamed(name: AddressName, { actor }: Call, { world }: Aftermath): string | undefined {
  switch (name) {
    case "own":
      return world.person.email;
    case "moved":
      return world.person.newEmail;
    case "former":
      return world.person.formerEmail;
    case "its own":
      return addressOf(world, actor.side);
    case "from the provider":
      return providerAddress(world);
    case "any":
      return undefined;
  }
}

export const isProjectGone = ({ calls }: Aftermath): boolean =>
  calls.some((call) => acknowledged(call) && promisesOf(call).deletesProject === true);

/** A link that was used after the act counts, and one that exists, unless its mail was asked for after the act began. */
export function linksThatStay(voider: Call, after: Aftermath): string[] {
  const { voids = [] } = promisesOf(voider);
  const other = after.calls.find((call) => call !== voider && acknowledged(call));
  const isLater = other !== undefined && effectAt(other) > voider.actor.startedAt;
  const { queues = [], makesLinks = [] } = other ? promisesOf(other) : {};
  const asked = [...makesLinks, ...(isLater ? queues : [])];
  const left = [...after.links, ...after.linksOfQueuedMail]
    .filter(({ userId, purpose }) => userId === after.world.person.id && !asked.includes(purpose))
    .map(({ purpose }) => purpose);
  const used = other && effectAt(other) > effectAt(voider) ? [promisesOf(other).consumes ?? ""] : [];
  const [name, purposes] = [voider.useCase.name, new Set([...left, ...used])];
  return [...purposes]
    .filter((purpose) => voids.includes(purpose))
    .map((purpose) => `a link of ${purpose} works after ${name}`);
}

/** A sign-in with a first factor is refused where a second is due. That is written. */
function mayAskForFactor(call: Call, kind: string): boolean {
  const { opensSessionWith, completesWith } = promisesOf(call);
  return kind === "user.second_factor_required" && opensSessionWith !== undefined && !completesWith;
}

/** How many events of this kind the call may write beside those that it must. */
export function mayWrite(call: Call, kind: string): number {
  if (mayAskForFactor(call, kind)) return 1;
  const { mayWrite = [], refusalMayWrite = [] } = promisesOf(call);
  return (acknowledged(call) ? mayWrite : refusalMayWrite).filter((one) => one === kind).length;
}

export function describeFailure(error: unknown): string {
  return error instanceof AppError ? `${error.reason} ${error.detail ?? ""}` : String(error);
}
