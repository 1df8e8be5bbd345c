import type { JsonObject } from "./scenario-files.ts";

/** A field that the runner does not know would be ignored: it is an error. */
export function assertFields(value: JsonObject, known: readonly string[]): void {
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) throw new Error(`unknown field ${name} in ${JSON.stringify(value)}`);
  }
}

/** The verbs, and the fields beside each. */
export const STEP_FIELDS: Readonly<Record<string, readonly string[]>> = {
  start: ["process"],
  kill: [],
  killAt: ["before", "after", "skip"],
  call: ["with", "as", "on"],
  result: ["is", "throws"],
  request: ["body", "bearer", "on", "answer", "hold"],
  answer: ["with"],
  browser: ["returns", "cancels", "on"],
  passkey: ["options", "returns", "cancels", "on"],
  state: ["on"],
  storage: ["at"],
  quiet: [],
  pass: [],
  wall: [],
  fails: ["times"],
  wake: [],
};

/** `request` has an `answer` too, and is looked for first. */
const VERBS = Object.keys(STEP_FIELDS);

export function verbOf(step: JsonObject): string {
  const verb = VERBS.find((each) => each in step);
  if (!verb) throw new Error(`no verb in ${JSON.stringify(step)}`);
  assertFields(step, [verb, ...(STEP_FIELDS[verb] ?? [])]);
  return verb;
}
