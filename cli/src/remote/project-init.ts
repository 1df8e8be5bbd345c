import { existsSync, writeFileSync } from "node:fs";
import type { ApplyProjectSpecResponseJson } from "@svc/proto/svc/admin/v1/project_spec_pb";
import { type CommandContext, givenText } from "../command.ts";
import { inWorkingDirectory } from "../current-process.ts";
import { Failure, usageFailure } from "../failure.ts";
import { canAsk } from "../prompt.ts";
import { type Call, remoteClient } from "./client.ts";
import { type Answers, blankAnswers, specOf } from "./init/answers.ts";
import { type Ask, openAsk, StepBack } from "./init/ask.ts";
import { checklistOf } from "./init/checklist.ts";
import { steps } from "./init/steps.ts";
import { printPlan } from "./plan.ts";
import { projectFields } from "./project-fields.ts";

type Decided = Readonly<{ answers: Answers; specYaml: string; etag: string }>;

export async function run(context: CommandContext): Promise<void> {
  const { flags } = context;
  if (!canAsk()) {
    throw usageFailure(
      "project init is interactive and needs a terminal",
      "without a terminal, use svc project create <name> or svc project apply -f spec.yaml",
    );
  }
  const specOut = givenText(flags, "specOut");
  if (specOut !== "" && existsSync(inWorkingDirectory(specOut))) {
    throw usageFailure(`${specOut} already exists`, "--spec-out writes a new file");
  }
  const call = remoteClient(context);
  await call("SessionService", "getCurrentAdmin", {}); // a token that does not work is told before the questions

  const ask = await openAsk();
  const decided = await decide(ask, context, call).finally(() => ask.close());
  const done = await call("ProjectService", "applyProjectSpec", {
    specYaml: decided.specYaml,
    etag: decided.etag,
    dryRun: false,
  });
  report(context, decided, done);
  if (specOut !== "") writeSpec(specOut, decided.specYaml);
}

/** Walks through the steps, back and forth, until the person says yes. Nothing is written here. */
async function decide(ask: Ask, context: CommandContext, call: Call): Promise<Decided> {
  context.output.say("Esc goes back one step, Ctrl-C cancels. Nothing is written before you confirm.");
  let answers = blankAnswers;
  for (let place = 0; ; ) {
    const step = steps[place];
    try {
      if (step === undefined) {
        return { answers, ...(await confirmed(ask, context, call, answers)) };
      }
      answers = { ...answers, ...(await step(ask, answers)) };
      place += 1;
    } catch (error) {
      if (!(error instanceof StepBack)) throw error;
      place = Math.max(0, place - 1);
    }
  }
}

async function confirmed(
  ask: Ask,
  { output }: CommandContext,
  call: Call,
  answers: Answers,
): Promise<Omit<Decided, "answers">> {
  const { stringify } = await import("yaml");
  const specYaml = stringify(specOf(answers));
  const plan = await planOf(ask, call, specYaml);
  ask.tell("The spec", specYaml.trimEnd());
  if (!output.json) printPlan(output, plan);
  for (const warning of plan.warnings ?? []) output.warn(warning);
  const options = [
    { value: "yes", label: `Yes, create ${answers.slug}` },
    { value: "back", label: "Go back and change something" },
    { value: "no", label: "No, leave" },
  ];
  const choice = await ask.one("Create this project?", options, "yes");
  if (choice === "back") throw new StepBack();
  if (choice === "yes") return { specYaml, etag: plan.etag ?? "" };
  throw new Failure("invalid_argument", "REFUSED", "not confirmed; nothing was changed", "run it again");
}

/** The plan of a new project. What the server refuses is told, and leads a step back. */
async function planOf(ask: Ask, call: Call, specYaml: string): Promise<ApplyProjectSpecResponseJson> {
  try {
    const plan = await call("ProjectService", "applyProjectSpec", { specYaml, dryRun: true });
    if (plan.created) return plan;
    ask.tell("This cannot be", "A project with this slug already exists; go back and choose another.");
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "invalid_argument") throw error;
    ask.tell("This cannot be", error.message);
  }
  throw new StepBack();
}

function report(
  { output }: CommandContext,
  { answers, specYaml }: Decided,
  { project = {}, secretKey = "" }: ApplyProjectSpecResponseJson,
): void {
  const checklist = checklistOf(answers);
  if (output.json) {
    output.printJson({ project, secretKey, checklist, specYaml });
    return;
  }
  output.printFields([...projectFields(project), ["secret key", secretKey]]);
  output.sayText("save the secret key now; it is not shown again\n\nWhat is left to do:");
  for (const line of checklist) output.say(`  [ ] ${line}`);
  output.sayText("\nThe spec, for svc project apply:");
  output.printText(`\n${specYaml}`);
}

function writeSpec(file: string, specYaml: string): void {
  try {
    writeFileSync(inWorkingDirectory(file), specYaml, { flag: "wx" });
  } catch (error) {
    const hint = "the project was created; svc project dump writes its spec";
    throw new Failure("failed_precondition", "NOT_POSSIBLE", `cannot write ${file}`, hint, { cause: error });
  }
}
