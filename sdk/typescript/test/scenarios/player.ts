import { call } from "./calls.ts";
import { Activity, ScenarioClock, ScenarioDisk } from "./device.ts";
import { verbOf } from "./fields.ts";
import { BASE_URL, ScenarioNetwork, type SentRequest } from "./network.ts";
import { Patterns } from "./patterns.ts";
import { PUBLISHABLE_KEY, type Question, RunningClient, STORAGE_KEY } from "./running-client.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  type Scenario,
  type Step,
  withPieces,
} from "./scenario-files.ts";

/** How long a step waits for a request or a result, in milliseconds. Nothing here takes time of its own. */
const PATIENCE_MS = 5_000;

type Begun = { on: string; outcome: Promise<{ value: unknown } | { error: unknown }> };

let runs = 0;

/** Plays one scenario against the SDK. */
export class Player {
  private readonly activity = new Activity();
  private readonly patterns = new Patterns();
  private readonly network = new ScenarioNetwork(this.activity);
  private readonly disk = new ScenarioDisk(this.activity);
  private readonly clock: ScenarioClock;
  private readonly clients = new Map<string, RunningClient>();
  /** The number of each process, which changes when it is killed. */
  private readonly processes = new Map<string, number>();
  private readonly calls = new Map<string, Begun>();
  private readonly held = new Map<string, SentRequest>();
  private readonly scenario: Scenario;
  private readonly values: JsonObject;

  constructor(scenario: Scenario, values: JsonObject = {}) {
    this.scenario = scenario;
    this.values = values;
    this.clock = new ScenarioClock(scenario.clock);
  }

  async play(): Promise<void> {
    const { storage, steps } = this.scenario;
    if (storage !== undefined) {
      const stored = typeof storage === "string" ? storage : JSON.stringify(withPieces(storage, this.values));
      this.disk.put(STORAGE_KEY, stored);
    }
    for (const [at, step] of steps.entries()) {
      try {
        await this.take(withPieces(step, this.values) as Step);
      } catch (error) {
        throw new Error(`step ${at + 1}, ${JSON.stringify(step)}: ${(error as Error).message}`);
      }
    }
    await this.assertQuiet();
    for (const [name, { killPlan }] of this.clients) {
      if (killPlan) throw new Error(`${name} was to be killed ${killPlan.when} a write, but did not write`);
    }
  }

  private async take(step: Step): Promise<void> {
    const verb = verbOf(step);
    const verbs: Record<string, () => unknown> = {
      start: () => this.start(step.start as string, step.process as string),
      kill: () => this.clientOf(step.kill).kill(),
      killAt: () => this.planKill(step),
      call: () => this.begin(step),
      result: () => this.compareResult(step),
      request: () => this.takeRequest(step),
      answer: () => this.answerHeld(step),
      browser: () => this.takeBrowser(step),
      passkey: () => this.takePasskey(step),
      state: async () => {
        await this.activity.settle();
        this.compare(step.state as Json, this.clientOf(step.on).client.state);
      },
      storage: () => this.compareStorage(step),
      quiet: () => this.assertQuiet(),
      pass: () => this.clock.pass(step.pass as number),
      wall: () => this.clock.set(step.wall as number),
      fails: () => this.disk.fail(step.fails as "reads" | "writes", (step.times as number) ?? Infinity),
      wake: () => this.clientOf(step.wake).client.wake(),
    };
    await verbs[verb]?.();
  }

  private clientOf(name: Json | undefined): RunningClient {
    const found = this.clients.get((name as string) ?? "app");
    if (!found) throw new Error(`${name ?? "app"} was not started`);
    return found;
  }

  private async start(name: string, process = "main"): Promise<void> {
    if (this.clients.get(name)?.isAlive) throw new Error(`${name} is running`);
    const run = this.processes.get(process) ?? runs++;
    this.processes.set(process, run);
    const { activity, clock, disk, network } = this;
    // The locks of a process are gone with it.
    const onKilled = () => this.processes.get(process) === run && this.processes.delete(process);
    const running = new RunningClient({ name, run, activity, clock, disk, network, onKilled });
    this.clients.set(name, running);
    await within(running.client.ready, "the client has read its storage");
  }

  private planKill({ killAt, before, after, skip = 0 }: Step): void {
    const when = before === "write" ? "before" : after === "write" ? "after" : undefined;
    if (!when || (before && after)) throw new Error("killAt needs before or after a write");
    this.clientOf(killAt).killPlan = { when, skip: skip as number };
  }

  private begin({ call: name, with: input, as, on = "app" }: Step): void {
    const running = this.clientOf(on);
    const filled = input === undefined ? undefined : (this.patterns.fill(input) as JsonObject);
    const errorOf = async (label: string) => {
      const outcome = await this.calls.get(label)?.outcome;
      if (!outcome || !("error" in outcome)) throw new Error(`the call ${label} did not fail`);
      return outcome.error;
    };
    const outcome = running.unlessKilled(call(running, name as string, filled, errorOf)).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    if (as && this.calls.has(as as string)) throw new Error(`there is a call ${as}`);
    this.calls.set((as as string) ?? `unnamed ${this.calls.size}`, { on: on as string, outcome });
  }

  private async compareResult({ result, is, throws }: Step): Promise<void> {
    const begun = this.calls.get(result as string);
    if (!begun) throw new Error(`there is no call ${result}`);
    const outcome = await within(begun.outcome, `the call ${result} ends`, () => this.situation());
    if (throws !== undefined) {
      if (!("error" in outcome)) throw new Error(`expected an error, got ${JSON.stringify(outcome.value)}`);
      return this.compare({ $has: throws }, outcome.error, String(outcome.error));
    }
    if ("error" in outcome) {
      const { reason, message } = outcome.error as { reason?: string; message: string };
      throw new Error(`expected ${JSON.stringify(is)}, got the error ${reason ?? message}`);
    }
    this.compare(is ?? null, outcome.value);
  }

  private async takeRequest(step: Step): Promise<void> {
    const { request: wanted, body, bearer, on, answer, hold } = step;
    if ((answer === undefined) === (hold === undefined)) throw new Error("a request is answered or held");
    const isOurs = ({ from }: SentRequest) => !on || from === on;
    const sent = await this.waitFor(
      () => this.network.waiting.find(isOurs),
      () => `a request ${on ? `of ${on}` : ""} is sent`,
    );
    this.network.waiting.splice(this.network.waiting.indexOf(sent), 1);
    const { url, method, headers } = sent;
    const isSend = (wanted as string).startsWith("https://");
    this.compare(isSend ? (wanted as string) : urlOf(wanted as string), url);
    if (!isSend) {
      const fixed = [method, headers.get("content-type"), headers.get("x-svc-key")];
      this.compare(["POST", "application/json", PUBLISHABLE_KEY], fixed);
    } else if (headers.has("x-svc-key")) throw new Error("the request has the header x-svc-key");
    this.compare(bearer ? `Bearer ${this.patterns.fill(bearer)}` : null, headers.get("authorization"));
    if (body !== undefined) this.compare(body, isSend ? sent.body : JSON.parse(sent.body));
    if (hold) this.held.set(hold as string, sent);
    else sent.answer(this.patterns.fill(answer as Json));
  }

  private answerHeld({ answer, with: what }: Step): void {
    const sent = this.held.get(answer as string);
    if (!sent) throw new Error(`there is no request ${answer}`);
    this.held.delete(answer as string);
    sent.answer(this.patterns.fill(what as Json));
  }

  private async takeBrowser({ browser, returns, cancels, on }: Step): Promise<void> {
    const question = await this.question("browser", on);
    const url = new URL(question.asked);
    const { path, query } = browser as { path: string; query?: Json };
    this.compare(`${BASE_URL}${path}`, url.origin + url.pathname);
    if (query !== undefined) this.compare(query, Object.fromEntries(url.searchParams));
    this.reply(question, returns, cancels);
  }

  private async takePasskey({ passkey, options, returns, cancels, on }: Step): Promise<void> {
    const question = await this.question(passkey as Question["kind"], on);
    if (options !== undefined) this.compare(options, JSON.parse(question.asked));
    this.reply(question, returns, cancels);
  }

  private async question(kind: Question["kind"], on: Json | undefined): Promise<Question> {
    const { questions } = this.clientOf(on);
    const question = await this.waitFor(
      () => questions[0],
      () => `the client asks for ${kind}`,
    );
    questions.shift();
    if (question.kind !== kind) throw new Error(`expected ${kind}, got ${question.kind}`);
    return question;
  }

  private reply(question: Question, returns: Json | undefined, cancels: Json | undefined): void {
    if (cancels) question.cancel();
    else question.answer(this.patterns.fill(returns as string) as string);
  }

  private async compareStorage({ storage, at = "" }: Step): Promise<void> {
    await this.activity.settle();
    const text = this.disk.textAt(`${STORAGE_KEY}${at}`);
    this.compare(storage as Json, text === undefined ? null : jsonOf(text));
  }

  private async assertQuiet(): Promise<void> {
    await this.activity.settle();
    if (this.network.waiting.length) {
      throw new Error(`expected no request, got ${this.network.describeWaiting()}`);
    }
  }

  private compare(pattern: Json, value: unknown, hint = ""): void {
    const plain = isObject(value) ? { ...value } : value;
    const difference = this.patterns.mismatch(pattern, plain);
    if (difference) throw new Error(hint ? `${difference} (${hint})` : difference);
  }

  private async waitFor<T>(find: () => T | undefined, what: () => string): Promise<T> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      const before = this.activity.count;
      await this.activity.settle();
      const isIdle = before === this.activity.count && find() === undefined;
      if (isIdle || performance.now() > until) {
        throw new Error(`expected that ${what()}, got nothing; ${this.situation()}`);
      }
    }
  }

  /** What helps to find out why a step waits in vain. */
  private situation(): string {
    const states = [...this.clients].map(([name, running]) =>
      running.isAlive ? `${name} is ${running.client.state.status}` : `${name} was killed`,
    );
    return `requests that nobody took: ${this.network.describeWaiting()}; ${states.join(", ")}`;
  }
}

const urlOf = (method: string) =>
  `${BASE_URL}/svc.${method.includes("/") ? method : `auth.v1.AuthService/${method}`}`;

/** Damaged data is compared as the text that it is. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function within<T>(work: Promise<T>, what: string, situation = () => ""): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => timeout.reject(new Error(`expected that ${what}, got nothing; ${situation()}`)),
    PATIENCE_MS,
  );
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
