import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { refreshOnForeground } from "../src/foreground.ts";
import type { AuthClient } from "../src/sdk.ts";
import { DeviceClock, MINUTE } from "./device-clock.ts";
import { times } from "./full.ts";
import { type PageName, showPage } from "./simulator/pages.ts";
import { TestProject } from "./test-project.ts";

const OUTAGES = [
  "connection refused",
  "STORAGE_UNAVAILABLE",
  "503 page",
  "captive portal",
  "captive portal by 302",
] as const;
type Outage = (typeof OUTAGES)[number];

let project: TestProject;
beforeAll(async () => {
  project = await TestProject.create();
});

/** How often the app asks before what a test is about. */
const BEFORE_MS = times(100, 20);

/** A client whose token has expired, on a network that the test breaks and mends. */
async function signedIn(outage: Outage) {
  const clock = new DeviceClock();
  const elsewhere = await answering(outage);
  const network = { isDown: false, requests: 0 };
  const client = project.client({
    clock,
    fetch: (input, init) => {
      network.requests++;
      return fetch(network.isDown ? elsewhere : input, init);
    },
  });
  await client.signInAnonymously();
  clock.pass(20 * MINUTE);
  network.isDown = true;
  network.requests = 0;
  return { client, clock, network };
}

/** The URL of a server that gives that answer, or that nobody listens on. */
async function answering(outage: Outage): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    const page: PageName = outage === "connection refused" ? "503 page" : outage;
    showPage(incoming.url === "/login" ? "captive portal" : page, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  if (outage === "connection refused") close();
  else onTestFinished(close);
  return `http://127.0.0.1:${port}/`;
}

/** Asks every 20 ms of the device's time, until there is a token. Returns how long that took. */
async function askFor(client: AuthClient, clock: DeviceClock, ms: number, everyMs = 20): Promise<number> {
  for (let passed = 0; passed < ms; passed += everyMs) {
    if (await client.getAccessToken().catch(() => null)) return passed;
    clock.pass(everyMs);
  }
  return ms;
}

describe.each(OUTAGES)("five minutes of %s, and an app that asks every 20 ms", (outage) => {
  test("cost at most 15 requests and not the session", async () => {
    const { client, clock, network } = await signedIn(outage);
    expect(await askFor(client, clock, 5 * MINUTE)).toBe(5 * MINUTE);
    expect(network.requests).toBeGreaterThan(3);
    expect(network.requests).toBeLessThanOrEqual(15);
    expect(client.state).toMatchObject({ status: "signedIn", stale: true });
  });

  test("end within 2 seconds of coming to the foreground", async () => {
    const { client, clock, network } = await signedIn(outage);
    let toForeground: (state: string) => void = () => {};
    const appState = {
      addEventListener: (_: "change", listener: (state: string) => void) => {
        toForeground = listener;
        return { remove: () => {} };
      },
    };
    onTestFinished(refreshOnForeground(client, appState));
    await askFor(client, clock, 5 * MINUTE, BEFORE_MS);
    network.isDown = false;
    toForeground("active");
    expect(await askFor(client, clock, 5 * MINUTE)).toBeLessThanOrEqual(2000);
  });

  test("end within 2 seconds of coming online in a browser", async () => {
    const page = new EventTarget();
    vi.stubGlobal("document", { hidden: false });
    vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
    vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
    onTestFinished(() => void vi.unstubAllGlobals());
    const { client, clock, network } = await signedIn(outage);
    onTestFinished(() => client.close());
    await askFor(client, clock, 5 * MINUTE, BEFORE_MS);
    network.isDown = false;
    page.dispatchEvent(new Event("online"));
    expect(await askFor(client, clock, 5 * MINUTE)).toBeLessThanOrEqual(2000);
  });

  test.each<[string, (client: AuthClient) => Promise<unknown>]>([
    ["a forced refresh", (client) => client.getAccessToken({ forceRefresh: true })],
    ["a method", (client) => client.getMe()],
  ])("do not keep %s that the user asks for waiting", async (_, ask) => {
    const { client, clock, network } = await signedIn(outage);
    await askFor(client, clock, 5 * MINUTE, BEFORE_MS);
    network.isDown = false;
    await ask(client);
    expect(client.state).toMatchObject({ status: "signedIn", stale: false });
  });
});

test("a forced refresh that fails costs one request, and the pauses begin anew", async () => {
  const { client, clock, network } = await signedIn("connection refused");
  await askFor(client, clock, 5 * MINUTE);
  network.requests = 0;
  await client.getAccessToken({ forceRefresh: true }).catch(() => null);
  expect(network.requests).toBe(1);
  await askFor(client, clock, 5 * MINUTE);
  expect(network.requests).toBeLessThanOrEqual(16);
});
