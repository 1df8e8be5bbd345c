import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../domain/analytics/record-event.ts";
import type { Project } from "../domain/projects/project.ts";
import { updateProject } from "../domain/projects/update-project.ts";
import { SELLING } from "../testing/billing.ts";
import { engines } from "../testing/engines.ts";
import { PLAY_BILLING } from "../testing/stores/play-bench.ts";
import { TestApp } from "../testing/test-app.ts";

const secretOf = ({ slug }: Project, store: string) => `unguessable-${store}-${slug}-0123456789`;

describe.each(engines)("the addresses that stores call on $kind", (engine) => {
  let t: TestApp;
  let one: Project;
  let other: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    [one, other] = [await sell("One"), await sell("Other")];
  });
  afterEach(() => t.close());

  async function sell(name: string): Promise<Project> {
    const { project } = await t.addProject(name, {});
    return updateProject(t.app, systemActor, project.id, {
      settings: { billing: { ...SELLING, playStore: PLAY_BILLING.playStore } },
      secrets: new Map([
        ["billing.app_store.notification_secret", secretOf(project, "apple")],
        ["billing.play_store.rtdn_secret", secretOf(project, "google")],
      ]),
    });
  }

  const post = async (path: string) => {
    const response = await fetch(`${t.url}/webhooks/${path}`, { method: "POST", body: "{}" });
    return { status: response.status, body: await response.text() };
  };

  test.each(["apple", "google"])(
    "%s: the secret of another project, or of nobody, finds nothing",
    async (store) => {
      const mine = await post(`${store}/${one.slug}/${secretOf(one, store)}`);
      expect(mine.status).toBe(401); // the right address, and nothing that is signed
      const wrong = [
        `${store}/${one.slug}/${secretOf(other, store)}`,
        `${store}/${one.slug}/${secretOf(one, store === "apple" ? "google" : "apple")}`,
        `${store}/${one.slug}/nothing`,
        `${store}/nobody/${secretOf(one, store)}`,
      ];
      const answers = await Promise.all(wrong.map(post));
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
      // Nobody learns from the answer which projects there are.
      const withoutIds = answers.map(({ body }) => body.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID"));
      expect(new Set(withoutIds.map((body) => body.replaceAll(/\/webhooks\/\S*?(?=")/g, "PATH"))).size).toBe(
        1,
      );
    },
  );

  test("Stripe: 404 for a project that there is not, 400 without a signature", async () => {
    expect((await post("stripe/nobody")).status).toBe(404);
    expect((await post(`stripe/${one.slug}`)).status).toBe(400);
  });

  test("a project that has stopped selling still hears what becomes of what it sold", async () => {
    await updateProject(t.app, systemActor, one.id, { settings: { billing: { enabled: false } } });
    expect((await post(`apple/${one.slug}/${secretOf(one, "apple")}`)).status).toBe(401);
    expect((await post(`stripe/${one.slug}`)).status).toBe(400);
  });

  test("an address has no other methods", async () => {
    const response = await fetch(`${t.url}/webhooks/stripe/${one.slug}`);
    expect(response.status).toBe(405);
  });
});
