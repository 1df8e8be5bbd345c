import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../domain/analytics/record-event.ts";
import { finishUpgrade } from "../../domain/instance/upgrade.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { dice, pick } from "../../testing/dice.ts";
import { engines } from "../../testing/engines.ts";
import { mfaPolicy } from "../../testing/factors.ts";
import { times } from "../../testing/full.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { refreshAs01 } from "../../testing/release-0-1-tokens.ts";
import { seed } from "../../testing/seed.ts";
import { TestApp } from "../../testing/test-app.ts";
import { leaveUpgradeUnfinished } from "../../testing/unfinished-upgrade.ts";

const MINUTE_MS = 60_000;

const roll = dice(seed);

type Phone = { refreshToken: string; attemptId: string };
type Replica = (phone: Phone) => Promise<string>;

describe.each(engines.filter(({ kind }) => kind === "postgres"))(
  "Beside a replica of 0.1 on $kind",
  (engine) => {
    let t: TestApp;
    let project: Project;
    beforeEach(async () => {
      t = await TestApp.open(engine, { rateLimits: "off" });
      await leaveUpgradeUnfinished(t.app.db);
      project = (await t.addProject("Demo", { allowAnonymousSignIn: true })).project;
    });
    afterEach(() => t.close());

    test("no project asks for second factors, which that replica would not ask for", async () => {
      const ask = () => updateProject(t.app, systemActor, project.id, { settings: mfaPolicy("required") });
      await expect(ask()).rejects.toMatchObject({ reason: "UPGRADE_UNFINISHED" });
      await expect(t.addProject("Other", mfaPolicy("optional"))).rejects.toMatchObject({
        reason: "UPGRADE_UNFINISHED",
      });
      await finishUpgrade(t.app);
      expect((await ask()).settings.mfa.policy).toBe("required");
    });

    const newAttemptId = () => randomBytes(16).toString("base64url");
    const ofToday: Replica = async (phone) => (await t.auth(project).refreshToken(phone)).refreshToken;
    const of01: Replica = async (phone) => {
      const answer = await refreshAs01(t.app, project, phone);
      if (answer.startsWith("REFRESH_TOKEN_")) throw new Error(answer);
      return answer;
    };
    const anyReplica = () => pick(roll, [ofToday, of01]);
    const newPhone = async (): Promise<Phone> => {
      const { refreshToken } = await t.auth(project).signInAnonymously({});
      return { refreshToken, attemptId: newAttemptId() };
    };
    const reasons = async () =>
      (
        await t.app.db
          .selectFrom("sessions")
          .select("revokedReason")
          .where("revokedAt", "is not", null)
          .execute()
      ).map(({ revokedReason }) => revokedReason);

    /** Refreshes, at times repeating the call at any replica because the answer was lost, or twice at the same time. */
    async function round(phone: Phone, replica: () => Replica): Promise<void> {
      const calls = [replica()(phone)];
      if (roll(10) < 3) calls.push(replica()(phone));
      const answers = await Promise.all(calls);
      while (roll(10) < 3) answers.push(await replica()(phone));
      expect(new Set(answers).size, `SVC_SEED=${seed}`).toBe(1);
      phone.refreshToken = answers[0] ?? "";
      phone.attemptId = newAttemptId();
    }

    test("phones that alternate between the two are never signed out, nor when the upgrade is finished", async () => {
      const phones = await Promise.all(Array.from({ length: times(8, 40) }, newPhone));
      for (let n = 0; n < times(6, 50); n++) {
        t.advance(20 * MINUTE_MS);
        await Promise.all(phones.map((phone) => round(phone, anyReplica)));
      }
      const lost = await Promise.all(phones.map((phone) => anyReplica()(phone)));
      await finishUpgrade(t.app);
      // The answers to the last calls were lost: they are repeated after the change.
      expect(await Promise.all(phones.map(ofToday))).toEqual(lost);
      phones.forEach((phone, n) => {
        Object.assign(phone, { refreshToken: lost[n], attemptId: newAttemptId() });
      });
      for (let n = 0; n < 4; n++) await Promise.all(phones.map((phone) => round(phone, () => ofToday)));
      expect(await reasons(), `SVC_SEED=${seed}`).toEqual([]);
    });

    test("a token that one replica has used ends its session at the other, and after the upgrade", async () => {
      const [first, second, third] = [await newPhone(), await newPhone(), await newPhone()];
      await of01(first);
      expect(await reasonOf(ofToday({ ...first, attemptId: newAttemptId() }))).toBe("REFRESH_TOKEN_REUSED");
      await ofToday(second);
      await expect(of01({ ...second, attemptId: newAttemptId() })).rejects.toThrow("REFRESH_TOKEN_REUSED");
      const successor = await of01(third);
      await finishUpgrade(t.app);
      await ofToday({ refreshToken: successor, attemptId: newAttemptId() });
      expect(await reasonOf(ofToday({ ...third, attemptId: "" }))).toBe("REFRESH_TOKEN_REUSED");
      expect(await reasons()).toEqual(["reuse", "reuse", "reuse"]);
    });
  },
);
