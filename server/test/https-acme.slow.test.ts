import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { RemoteCli } from "../../cli/test/remote-cli.ts";
import { notRun } from "../src/testing/not-run.ts";
import { noPebble, Pebble } from "../src/testing/pebble.ts";
import { freePort } from "../src/testing/postgres.ts";
import { AcmeJourney } from "./acme-journey.ts";

describe("serve --acme-domain", () => {
  let cli: RemoteCli;
  let pebble: Pebble;
  let journey: AcmeJourney;
  beforeEach(async (context) => {
    const missing = noPebble();
    if (missing) notRun(context, missing);
    cli = new RemoteCli();
    pebble = await Pebble.start();
    journey = await AcmeJourney.plan(pebble);
  });
  afterEach(async () => {
    cli?.close();
    await pebble?.close();
  });

  test("gets a certificate, renews it while it runs, and has it after a restart", () =>
    journey.travel((env) => cli.start(["serve"], env), cli.path("data/svc.db")));

  test("starts without its authority, says why it has no certificate, and tries again later", async () => {
    await pebble.down();
    const port = await freePort();
    const server = cli.start(["serve", "--addr", `127.0.0.1:${port}`], journey.env);
    await server.says(/is ready/);
    await server.says(/no certificate.*ECONNREFUSED.*nextAttemptInSeconds=120/);
    await expect(journey.serial()).rejects.toThrow(/handshake failure/);
    await journey.expectRedirect();

    const ada = ["--email", "ada@example.com"];
    expect((await cli.run(["admin", "create", ...ada])).code).toBe(0);
    const { stdout } = await cli.run(["admin", "token", "create", ...ada]);
    const SVC_URL = `http://127.0.0.1:${port}`;
    const check = async (name: string, url: string) => {
      const doctor = await cli.run(["doctor", "--json"], { env: { SVC_URL: url, SVC_TOKEN: stdout.trim() } });
      const checks: Array<{ id: string }> = JSON.parse(doctor.stdout).checks;
      return checks.find(({ id }) => id === name);
    };
    expect(await check("tls", journey.url)).toMatchObject({
      status: "failure",
      seen: "the server presents no certificate",
    });
    expect(await check("certificate", SVC_URL)).toMatchObject({
      status: "failure",
      seen: expect.stringMatching(/none yet; the last attempt failed: cannot reach .*ECONNREFUSED/),
      remedy: expect.stringContaining("port 80"),
    });
    const shown = await cli.run(["instance", "get"], { env: { SVC_URL, SVC_TOKEN: stdout.trim() } });
    expect(shown.stdout).toMatch(/certificate\s+auth\.example\.com, www\.auth\.example\.com, none yet/);

    server.child.kill("SIGTERM");
    expect((await server.finished).code).toBe(0);
  });

  test("does not start on a data directory whose master key is gone", async () => {
    const server = cli.start(["serve"], journey.env);
    await server.says(/certificate in use/);
    server.child.kill("SIGTERM");
    await server.finished;
    rmSync(cli.path("data/keys/master.key"));
    expect(await cli.failure(["serve"], journey.env)).toMatchObject({
      code: 6,
      message: expect.stringContaining("master.key is missing"),
    });
  });

  test("stops at once in the middle of an order", async () => {
    const env = { ...journey.env, SVC_HTTP_ADDR: "127.0.0.1:0" }; // where the authority never comes to
    const server = cli.start(["serve"], env);
    await server.says(/is ready/);
    server.child.kill("SIGTERM");
    expect((await server.finished).code).toBe(0);
  });
});
