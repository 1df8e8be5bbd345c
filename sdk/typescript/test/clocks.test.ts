import { beforeAll, expect, test } from "vitest";
import { memoryStorage } from "../src/sdk.ts";
import { DeviceClock, MINUTE } from "./device-clock.ts";
import { FlakyNetwork } from "./flaky-network.ts";
import { TestProject } from "./test-project.ts";

let project: TestProject;
beforeAll(async () => {
  project = await TestProject.create();
});

const DAY = 24 * 60 * MINUTE;

test.each([-DAY, -5 * MINUTE, 5 * MINUTE, DAY])(
  "a device whose clock is wrong by %d ms uses its token as long as any other",
  async (skew) => {
    const storage = memoryStorage();
    const clock = new DeviceClock(skew);
    const network = new FlakyNetwork();
    const client = project.client({ storage, clock, fetch: network.fetch });
    const { accessToken, expiresAt } = await client.signInAnonymously();
    expect(expiresAt - clock.now()).toBe(15 * MINUTE);
    clock.pass(13 * MINUTE);
    expect(await client.getAccessToken()).toBe(accessToken);
    const restarted = project.client({ storage, clock, fetch: network.fetch });
    expect(await restarted.getAccessToken()).toBe(accessToken);
    expect(network.count("RefreshToken")).toBe(0);
    clock.pass(2 * MINUTE);
    expect(await client.getAccessToken()).not.toBe(accessToken);
    expect(network.count("RefreshToken")).toBe(1);
  },
);

test("a clock that is set back does not make an old token young", async () => {
  const clock = new DeviceClock();
  const client = project.client({ clock });
  const { accessToken } = await client.signInAnonymously();
  clock.pass(16 * MINUTE);
  clock.set(-10 * MINUTE);
  expect(await client.getAccessToken()).not.toBe(accessToken);
});

test("a clock that is set back before a restart makes the stored token stale, not eternal", async () => {
  const storage = memoryStorage();
  const clock = new DeviceClock();
  const { accessToken } = await project.client({ storage, clock }).signInAnonymously();
  clock.set(-DAY);
  const restarted = project.client({ storage, clock });
  await restarted.ready;
  expect(restarted.state).toMatchObject({ status: "signedIn", stale: true });
  expect(await restarted.getAccessToken()).not.toBe(accessToken);
  expect(restarted.state).toMatchObject({ stale: false });
});

test("a clock that is set forward costs one refresh and nothing else", async () => {
  const clock = new DeviceClock();
  const network = new FlakyNetwork();
  const client = project.client({ clock, fetch: network.fetch });
  await client.signInAnonymously();
  clock.set(DAY);
  const renewed = await client.getAccessToken();
  expect(await client.getAccessToken()).toBe(renewed);
  expect(network.count("RefreshToken")).toBe(1);
});
