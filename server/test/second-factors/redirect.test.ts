import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../src/domain/analytics/record-event.ts";
import { updateProject } from "../../src/domain/projects/update-project.ts";
import { engines } from "../../src/testing/engines.ts";
import { challengeOf, enrollTotp, fromBase32, mfaClient, shownCode } from "../../src/testing/factors.ts";
import { codeOf as mailedCode } from "../../src/testing/mailed-code.ts";
import { reasonOf } from "../../src/testing/reason-of.ts";
import { landingOf, Traveller } from "../oauth-web-traveller.ts";
import { type AppSide, newAppSide, SOMEBODY, World } from "../oauth-web-world.ts";

const MINUTE = 60_000;

describe.each(engines)("second factors of sign-ins by redirect on $kind", (engine) => {
  let world: World;
  let app: AppSide;
  beforeEach(async () => {
    world = await World.open(engine, { rateLimits: "off" });
    app = newAppSide();
  });
  afterEach(() => world.close());

  const policy = (value: "optional" | "required") =>
    updateProject(world.t.app, systemActor, world.project.id, {
      settings: { mfa: { policy: value, claim: "", claimValues: [] } },
    });

  /** The whole way of a browser back to the app, with a code. */
  async function landing(): Promise<URL> {
    world.keepTime();
    const traveller = new Traveller();
    const back = await traveller.travel(world.startUrl("google", app), `as/${SOMEBODY.google}`);
    world.keepTime();
    return landingOf(await traveller.goBack(back));
  }
  const codeOf = (url: URL) => url.searchParams.get("code") ?? expect.fail("no code");
  const sessions = () => world.t.app.db.selectFrom("sessions").select("id").execute();

  test("the browser brings a code, and the code a challenge instead of a session", async () => {
    const project = await policy("optional");
    const first = await world.exchange(app, codeOf(await landing()), project);
    const { secret } = await enrollTotp(world.t, project, first.accessToken);
    const known = await sessions();

    const landed = await landing();
    expect([...landed.searchParams.keys()]).toEqual(["code", "state"]);
    const attemptId = randomBytes(16).toString("base64url");
    const exchange = () =>
      world.t.auth(project).exchangeOAuthCode({
        code: codeOf(landed),
        codeVerifier: app.codeVerifier,
        attemptId,
      });
    const { token: mfaToken, factors } = await challengeOf(exchange());
    expect(factors).toEqual([1, 3]);
    expect(landed.href).not.toContain(mfaToken);
    expect(await reasonOf(exchange())).toBe("OAUTH_CODE_INVALID");
    expect(await sessions()).toEqual(known);

    world.t.advance(MINUTE);
    const proof = { case: "totpCode", value: shownCode(world.t, secret) } as const;
    const { user } = await mfaClient(world.t, project).completeSignIn({ mfaToken, proof });
    expect(user?.id).toBe(first.user?.id);
  });

  test("where a factor is required, the new user of a redirect has to enroll", async () => {
    const project = await policy("required");
    const { factors } = await challengeOf(world.exchange(app, codeOf(await landing()), project));
    expect(factors).toEqual([]);
    expect(await sessions()).toEqual([]);
  });

  test("the challenge ends with the provider account that was proven", async () => {
    const project = await policy("optional");
    const first = await world.exchange(app, codeOf(await landing()), project);
    const { secret } = await enrollTotp(world.t, project, first.accessToken);
    const { token: mfaToken } = await challengeOf(world.exchange(app, codeOf(await landing()), project));
    await world.t.app.db.deleteFrom("identities").execute();
    world.t.advance(MINUTE);
    const proof = { case: "totpCode", value: shownCode(world.t, secret) } as const;
    expect(await reasonOf(mfaClient(world.t, project).completeSignIn({ mfaToken, proof }))).toBe(
      "MFA_CHALLENGE_INVALID",
    );
  });

  test("the enrollment ends with the provider account that was proven", async () => {
    const project = await policy("required");
    const { token: enrollmentToken } = await challengeOf(
      world.exchange(app, codeOf(await landing()), project),
    );
    const mfa = mfaClient(world.t, project);
    const { enrollment } = await mfa.startRequiredEnrollment({ enrollmentToken });
    const emailCode = enrollment?.needsEmailCode ? await mailedCode(world.t) : "";
    const totpCode = shownCode(world.t, fromBase32(enrollment?.secret ?? ""));
    await world.t.app.db.deleteFrom("identities").execute();
    expect(await reasonOf(mfa.confirmTotpEnrollment({ enrollmentToken, totpCode, emailCode }))).toBe(
      "MFA_CHALLENGE_INVALID",
    );
  });
});
