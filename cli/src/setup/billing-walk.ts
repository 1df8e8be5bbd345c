import { Failure } from "../failure.ts";
import type { StepRunner } from "./step-runner.ts";

/** Something at a store that is not as the catalog says, and that svc cannot know to be its own. */
export type Difference = Readonly<{
  /** What `--replace` takes, such as `price:pro_monthly@app_store`. */
  name: string;
  /** What the store has, and what the catalog says. */
  what: string;
  /** The step that replaces it. */
  replacement: string;
}>;

export type FailedPart = Readonly<{ part: string; message: string; hint: string }>;

/** What setting a store up comes to: in a plan what it would come to. */
export type Outcome = Readonly<{
  steps: string[];
  /** What is there already and is used. */
  adopted: string[];
  kept: Difference[];
  replaced: Difference[];
  failed: FailedPart[];
}>;

/** The names that `--replace` was given, or that somebody has agreed to. */
export type Replacements = ReadonlySet<string>;

export type Walk = Readonly<{
  act: StepRunner;
  adopt: (what: string) => void;
  /** Replaces what differs if its name was given, else keeps it. True when it is replaced. */
  replace: (difference: Difference, perform: () => Promise<unknown>) => Promise<boolean>;
  /** What a store refuses about one part of the catalog does not stop the other parts. */
  part: (name: string, work: () => Promise<void>) => Promise<void>;
}>;

/** Goes through a store from what is there to what the catalog says. */
export type Follow = (walk: Walk) => Promise<void>;

/** What following would do. Changes nothing. */
export async function planWalk(follow: Follow, replace: Replacements): Promise<Outcome> {
  const outcome = emptyOutcome();
  await follow(walkOf(outcome, replace, async (what) => void outcome.steps.push(what), ignore));
  return outcome;
}

/** Does it, and reports each line as it goes. */
export async function doWalk(
  follow: Follow,
  replace: Replacements,
  report: (line: string) => void,
): Promise<Outcome> {
  const outcome = emptyOutcome();
  const act: StepRunner = async (what, perform) => {
    await perform();
    outcome.steps.push(what);
    report(`${what}: done`);
  };
  await follow(walkOf(outcome, replace, act, report));
  return outcome;
}

export function failedLine({ part, message, hint }: FailedPart): string {
  return `cannot set up ${part}: ${message}; ${hint}`;
}

function emptyOutcome(): Outcome {
  return { steps: [], adopted: [], kept: [], replaced: [], failed: [] };
}

function ignore(): void {}

function walkOf(
  outcome: Outcome,
  names: Replacements,
  act: StepRunner,
  report: (line: string) => void,
): Walk {
  return {
    act,
    adopt: (what) => void outcome.adopted.push(what),
    async replace(difference, perform) {
      const isNamed = names.has(difference.name);
      (isNamed ? outcome.replaced : outcome.kept).push(difference);
      if (isNamed) await act(difference.replacement, perform);
      return isNamed;
    },
    async part(name, work) {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof Failure) || !isAboutOnePart(error)) throw error;
        const failed = { part: name, message: error.message, hint: error.hint };
        outcome.failed.push(failed);
        report(failedLine(failed));
      }
    },
  };
}

/** A store that cannot be reached, an unknown app and a key that is refused are the same for every part. */
function isAboutOnePart({ code }: Failure): boolean {
  return code === "failed_precondition" || code === "already_exists";
}
