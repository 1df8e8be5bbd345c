import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { times } from "../src/testing/full.ts";
import { PLAY_BILLING, RTDN_SECRET } from "../src/testing/stores/play-bench.ts";
import { subscriptionNotice } from "../src/testing/stores/play-push.ts";
import { PlayStore } from "../src/testing/stores/play-store.ts";
import { ServedInstance } from "./served-instance.ts";

const BASE_URL = "https://auth.example.com";
const PURCHASED = 4;

describe("A notification that was answered with 200", () => {
  let play: PlayStore;
  let served: ServedInstance;
  beforeEach(async () => {
    play = await PlayStore.open();
    served = await ServedInstance.create({ SVC_BASE_URL: BASE_URL, SVC_DEV_PLAY_STORE_URL: play.url });
    await served.instance.use((app) =>
      updateProject(app, systemActor, served.project.id, {
        settings: { billing: PLAY_BILLING },
        secrets: new Map([
          ["billing.play_store.service_account", play.serviceAccount()],
          ["billing.play_store.rtdn_secret", RTDN_SECRET],
        ]),
      }),
    );
  });
  afterEach(async () => {
    await served.close();
    await play.close();
  });

  /** As Google reaches the server: under its public name, on whatever port it has now. */
  const deliver = async (token: string): Promise<number> => {
    const path = `/webhooks/google/${served.project.slug}/${RTDN_SECRET}`;
    const { authorization, body } = play.push(subscriptionNotice(PURCHASED, token), `${BASE_URL}${path}`);
    const headers = { authorization, "content-type": "application/json" };
    return (await fetch(`${served.url}${path}`, { method: "POST", headers, body })).status;
  };
  const stored = () =>
    served.instance.use(({ db }) => db.selectFrom("subscriptions").select("subjectKey").execute());

  test("is worked out although the server is killed right after it", { timeout: 600_000 }, async () => {
    const answered: string[] = [];
    for (let kill = 0; kill < times(2, 40); kill++) {
      await served.start();
      for (let n = 0; n < 5; n++) {
        const { token } = play.purchases.buy();
        expect(await deliver(token)).toBe(200);
        answered.push(token);
      }
      // From before the first is looked at until after the last: any moment will do.
      await setTimeout(randomInt(400));
      served.running.child.kill("SIGKILL");
      await served.running.finished;
    }
    await served.start();
    await vi.waitFor(
      async () =>
        expect((await stored()).map(({ subjectKey }) => subjectKey).sort()).toEqual(answered.sort()),
      { timeout: 120_000, interval: 1_000 },
    );
    await served.stop();
  });
});
