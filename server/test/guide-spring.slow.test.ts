import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { root } from "../../cli/test/cli-runner.ts";
import { isFull } from "../src/testing/full.ts";
import { notRun } from "../src/testing/not-run.ts";
import { BackendProcess, hasProgram } from "./backend-process.ts";
import { Front } from "./front.ts";
import { GatewayWorld, statusOf } from "./gateway-world.ts";

const STEP_UP = 'Bearer error="insufficient_user_authentication", acr_values="mfa", max_age="300"';

let world: GatewayWorld;
let front: Front;
let home = "";
beforeAll(async () => {
  front = await Front.open();
  world = await GatewayWorld.open({ baseUrl: front.url });
  front.behind = world.t.url;
  home = mkdtempSync(join(inject("scratch"), "spring-"));
  cpSync(join(root, "examples/spring-backend"), home, { recursive: true });
});
afterAll(async () => {
  await world.close();
  await front.close();
  rmSync(home, { recursive: true, force: true });
});

describe.each(["java", "kotlin"])("the backend of the guide for Spring Boot in %s", (language) => {
  let why: string | undefined;
  const cwd = () => join(home, language);
  beforeAll(async () => {
    if (!isFull) why = "it comes from Maven Central: npm run test:full";
    for (const program of ["java", "mvn"])
      if (why === undefined && !(await hasProgram(program, "-version")))
        why = `this machine has no ${program}`;
    if (why !== undefined) return;
    await promisify(execFile)("mvn", ["--quiet", "--batch-mode", "package"], { cwd: cwd() }).catch(
      (error) => {
        why = `cannot be built: ${error.stdout ?? error}`;
      },
    );
  }, 900_000);

  test("accepts good tokens and no others, follows new keys, and asks for a second factor and for keys once a minute at most", {
    timeout: 240_000,
  }, async (context) => {
    if (why !== undefined) notRun(context, why);
    const started = { program: "java", args: ["-jar", "target/backend-1.jar"], cwd: cwd() };
    front.keysAsked = 0;
    const backend = await BackendProcess.start(started, front.url);
    onTestFinished(() => backend.stop());
    const me = { status: 200, body: { userId: world.userId, isAnonymous: false } };
    const [good, guest] = [await world.good(), await world.guest()];
    expect(await backend.get("/me", good)).toMatchObject(me);
    expect(await backend.get("/members", good)).toMatchObject(me);
    expect(await backend.get("/me", guest)).toMatchObject({ status: 200, body: { isAnonymous: true } });
    expect(await statusOf(`${backend.url}/members`, `Bearer ${guest}`)).toBe(403);
    for (const token of [good, guest]) {
      expect(await backend.get("/payout", token)).toMatchObject({ status: 401, challenge: STEP_UP });
    }
    expect((await backend.get("/payout", await world.twoFactors())).status).toBe(200);
    expect(front.keysAsked).toBe(1);
    await world.rotate();
    expect(await backend.get("/me", await world.good())).toMatchObject(me);
    expect(front.keysAsked).toBe(1); // the key was known before it signed
    // This one signs with a key that was not published when the backend fetched the keys.
    await world.rotate();
    expect(await backend.get("/me", await world.good())).toMatchObject(me);
    for (const [name, authorization] of Object.entries(await world.refused())) {
      const status = await statusOf(`${backend.url}/me`, authorization);
      expect({ name, status }).toEqual({ name, status: 401 });
    }
    // What the guide says: it does not know that a session has ended.
    expect((await backend.get("/me", await world.signedOut())).status).toBe(200);
    const [, payload, signature] = good.split(".");
    for (let n = 0; n < 20; n++) {
      const header = Buffer.from(JSON.stringify({ alg: "ES256", kid: `stranger-${n}` })).toString(
        "base64url",
      );
      const token = [header, payload, signature].join(".");
      expect(await statusOf(`${backend.url}/me`, `Bearer ${token}`)).toBe(401);
    }
    expect(front.keysAsked).toBe(2);
    front.isDown = true;
    onTestFinished(() => {
      front.isDown = false;
    });
    expect(await backend.get("/me", good)).toMatchObject(me);
  });
});
