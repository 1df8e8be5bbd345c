import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SigningKey } from "../../storage/db.ts";
import { insertSigningKey, listPublishedSigningKeys, STAND_BY_UNTIL } from "../../storage/signing-keys.ts";
import { engines } from "../../testing/engines.ts";
import { times } from "../../testing/full.ts";
import { release01 } from "../../testing/release-0-1-keys.ts";
import { TestApp } from "../../testing/test-app.ts";
import { systemActor } from "../analytics/record-event.ts";
import { cleanUp } from "../instance/clean-up.ts";
import { applySpec } from "../project-specs/apply-spec.ts";
import { deleteProject } from "../projects/delete-project.ts";
import type { Project } from "../projects/project.ts";
import { addStandByKeys } from "./add-stand-by-keys.ts";
import { newSigningKey } from "./new-signing-key.ts";
import { getProjectKeys } from "./project-keys.ts";
import { resetSigningKey } from "./reset-signing-key.ts";
import { rotateSigningKey } from "./rotate-signing-key.ts";

const MINUTE = 60_000;

describe.each(engines)("stand-by keys on $kind", (engine) => {
  let t: TestApp;
  let other: TestApp;
  let project: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    other = await TestApp.open(engine, { database: t.database });
    ({ project } = await t.addProject("Demo"));
  });
  afterEach(async () => {
    await other.close();
    await t.close();
  });

  const rows = (id = project.id): Promise<SigningKey[]> =>
    t.app.db.selectFrom("signingKeys").selectAll().where("projectId", "=", id).execute();
  const kids = async (): Promise<string[]> => (await rows()).map(({ kid }) => kid);
  const rotate = (on = t) => rotateSigningKey(on.app, systemActor, "demo", { graceSeconds: 0 });
  const reset = (on = t) => resetSigningKey(on.app, systemActor, "demo");
  const removeStandBy = () =>
    t.app.db.deleteFrom("signingKeys").where("graceUntil", "=", STAND_BY_UNTIL).execute();
  const expectOneOfEach = async (id = project.id): Promise<void> => {
    const found = await rows(id);
    expect(found.filter(({ graceUntil }) => graceUntil === null)).toHaveLength(1);
    expect(found.filter(({ graceUntil }) => graceUntil === STAND_BY_UNTIL)).toHaveLength(1);
  };

  test("a new project publishes one, which does not sign and never leaves the JWKS by itself", async () => {
    const { active, standBy, grace } = await getProjectKeys(t.app, "demo");
    expect(standBy?.kid).not.toBe(active.kid);
    expect(grace).toEqual([]);
    t.advance(100 * 365 * 24 * 60 * MINUTE);
    await cleanUp(t.app);
    const published = await listPublishedSigningKeys(t.app.db, project.id, t.app.clock());
    expect(published.map(({ kid }) => kid)).toEqual([active.kid, standBy?.kid]);
    expect(await release01.signsWith(t.app, project.id)).toEqual([active.kid]);
  });

  test("a project that a spec creates has one", async () => {
    const specYaml = "slug: applied\nname: Applied\n";
    await applySpec(t.app, systemActor, { specYaml, dryRun: false, merge: false });
    await expectOneOfEach((await getProjectKeys(t.app, "applied")).active.projectId);
  });

  test("a rotation lets it sign and publishes the next; caches know it after 15 minutes", async () => {
    const first = await getProjectKeys(t.app, "demo");
    expect(first.standByWaitSeconds).toBe(900);
    t.advance(15 * MINUTE - 1);
    expect((await getProjectKeys(t.app, "demo")).standByWaitSeconds).toBe(1);
    t.advance(1);
    expect((await getProjectKeys(t.app, "demo")).standByWaitSeconds).toBe(0);

    const second = await rotate();
    expect(second.active.kid).toBe(first.standBy?.kid);
    expect(second.grace.map(({ kid }) => kid)).toEqual([first.active.kid]);
    expect(second).toMatchObject({ standByWaitSeconds: 900, standBy: { createdAt: t.app.clock() } });
    expect(await kids()).toHaveLength(3);
    await expectOneOfEach();
  });

  test("a clock that is ahead on another replica makes nobody wait for longer than 15 minutes", async () => {
    other.advance(60 * MINUTE);
    await rotate(other);
    expect((await getProjectKeys(t.app, "demo")).standByWaitSeconds).toBe(900);
  });

  test("a project has one at most, whoever inserts", async () => {
    const second = { ...newSigningKey(t.app, project.id), graceUntil: STAND_BY_UNTIL };
    await expect(insertSigningKey(t.app.db, second)).rejects.toThrow();
    await expectOneOfEach();
  });

  test("the job adds the missing ones, also of more than a batch of projects, and none to deleted projects", async () => {
    for (let n = 0; n < 105; n++) await release01.create(t.app, `old-${n}`);
    const gone = await release01.create(t.app, "gone");
    await deleteProject(t.app, systemActor, "gone");
    expect(await addStandByKeys(t.app)).toBe(105);
    expect(await addStandByKeys(t.app)).toBe(0);
    expect(await rows(gone)).toEqual([]);
    const { id } = await t.app.db
      .selectFrom("projects")
      .select("id")
      .where("slug", "=", "old-104")
      .executeTakeFirstOrThrow();
    await expectOneOfEach(id);
  });

  test("a job that is aborted stops", async () => {
    await removeStandBy();
    expect(await addStandByKeys(t.app, AbortSignal.abort())).toBe(0);
  });

  test("a rotation works without one: a project of 0.1.0 right after its upgrade", async () => {
    await removeStandBy();
    const before = await getProjectKeys(t.app, "demo");
    expect(before).toMatchObject({ standBy: undefined, standByWaitSeconds: 900 });
    const { active, grace } = await rotate();
    expect(grace.map(({ kid }) => kid)).toEqual([before.active.kid]);
    expect(active.kid).not.toBe(before.active.kid);
    await expectOneOfEach();
  });

  test("a replica of 0.1 publishes it and does not sign with it, through its own rotation and reset", async () => {
    const { standBy } = await getProjectKeys(t.app, "demo");
    expect(await release01.publishes(t.app, project.id)).toContain(standBy?.kid);
    const theirs = await release01.rotate(t.app, project.id);
    expect(await release01.signsWith(t.app, project.id)).toEqual([theirs]);
    await expectOneOfEach();

    expect((await rotate()).active.kid).toBe(standBy?.kid);
    expect(await release01.signsWith(t.app, project.id)).toEqual([standBy?.kid]);
    expect(await release01.publishes(t.app, project.id)).toHaveLength(4);

    const fresh = await release01.reset(t.app, project.id);
    expect(await kids()).toEqual([fresh]);
    await addStandByKeys(t.app);
    await expectOneOfEach();
  });

  test("jobs of two replicas at once add one", async () => {
    for (let round = 0; round < times(10, 200); round++) {
      await removeStandBy();
      const added = await Promise.all([t, other, t, other].map(({ app }) => addStandByKeys(app)));
      expect(added.reduce((sum, n) => sum + n)).toBe(1);
      await expectOneOfEach();
    }
  });

  test("rotations of two replicas, a replica of 0.1 and the job at once leave one of each", async () => {
    for (let round = 0; round < times(10, 200); round++) {
      if (round % 2 === 0) await removeStandBy();
      await Promise.all([
        rotate(),
        rotate(other),
        release01.rotate(other.app, project.id),
        addStandByKeys(t.app),
        rotate(other),
        rotate(),
      ]);
      await expectOneOfEach();
      t.advance(17 * MINUTE);
      other.advance(17 * MINUTE);
    }
    expect(await getProjectKeys(t.app, "demo")).toMatchObject({ grace: [] });
  });

  test("after a reset no earlier key is published, whatever runs beside it", async () => {
    for (let round = 0; round < times(10, 200); round++) {
      const leaked = await kids();
      await Promise.all([rotate(), reset(other), addStandByKeys(other.app), rotate(other)]);
      await expectOneOfEach();
      expect((await kids()).filter((kid) => leaked.includes(kid))).toEqual([]);
    }
  });

  test("two resets at once leave one of each", async () => {
    await Promise.all([reset(), reset(other), reset()]);
    expect(await kids()).toHaveLength(2);
    await expectOneOfEach();
  });

  test("a rotation during the deletion of the project leaves no key", async () => {
    for (let round = 0; round < times(5, 100); round++) {
      const { project: doomed } = await t.addProject(`Doomed ${round}`);
      const outcomes = await Promise.allSettled([
        rotateSigningKey(other.app, systemActor, doomed.slug, { graceSeconds: 0 }),
        deleteProject(t.app, systemActor, doomed.slug),
        addStandByKeys(other.app),
        rotateSigningKey(t.app, systemActor, doomed.slug, { graceSeconds: 0 }),
        resetSigningKey(other.app, systemActor, doomed.slug),
      ]);
      expect(outcomes.slice(1, 3).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
      for (const outcome of outcomes) {
        if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ reason: "NOT_FOUND" });
      }
      expect(await rows(doomed.id)).toEqual([]);
    }
  });
});
