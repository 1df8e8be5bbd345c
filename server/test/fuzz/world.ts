import { stepAt, totpCode as toTotpCode } from "../../src/crypto/factors/totp.ts";
import { createAdmin } from "../../src/domain/admins/create-admin.ts";
import { createPersonalAccessToken } from "../../src/domain/admins/personal-access-tokens.ts";
import { systemActor } from "../../src/domain/analytics/record-event.ts";
import { createProject } from "../../src/domain/projects/create-project.ts";
import { updateProject } from "../../src/domain/projects/update-project.ts";
import type { Route } from "../../src/rpc/route.ts";
import { fromBase32 } from "../../src/testing/factors.ts";
import { withPasskeys } from "../../src/testing/passkeys.ts";
import { type Answer, bearer, type ServedInstance } from "../served-instance.ts";

const password = "correct horse battery";

/** Somebody of each kind in a project of their own, so that hostile calls get past the guards. */
export type World = {
  routes: readonly Route[];
  slug: string;
  publishableKey: string;
  secretKey: string;
  accessToken: string;
  pat: string;
  words: readonly string[];
};

let made = 0;

export async function newWorld(server: ServedInstance, routes: readonly Route[]): Promise<World> {
  made += 1;
  const number = made; // somebody else may make one meanwhile
  const email = `admin${number}@example.com`;
  const { admin, token, project, secretKey } = await server.instance.use(async (app) => {
    const { admin } = await createAdmin(app, { email, password });
    const { token } = await createPersonalAccessToken(app, admin, { name: "fuzz", expiresInDays: 0 });
    const created = await createProject(app, systemActor, { name: `Fuzz ${number}`, slug: "" });
    const mfa = { policy: "optional" as const, claim: "", claimValues: [] };
    await updateProject(app, systemActor, created.project.id, { settings: { ...withPasskeys, mfa } });
    return { admin, token, ...created };
  });
  const key = { "x-svc-key": project.publishableKey };
  const ada = { email: "ada@example.com", password };
  const { body } = await untilThereIsRoom(() => server.call("auth.v1.AuthService/SignUp", ada, key));
  const { accessToken, refreshToken, user } = body.tokens;
  const factor = await newFactor(server, key, ada, accessToken);
  const words = [
    ...factor,
    ...[
      project.id,
      project.slug,
      admin.id,
      email,
      user?.id ?? "",
      ada.email,
      password,
      accessToken,
      refreshToken,
    ],
    ...[project.publishableKey, "Ada", "com.example.app", "https://app.example.com", "grace@example.com"],
  ];
  return {
    routes,
    slug: project.slug,
    publishableKey: project.publishableKey,
    secretKey,
    accessToken,
    pat: token,
    words: words.filter((word) => word !== ""),
  };
}

/** Enrolls an authenticator app. Returns what methods of second factors take: tokens that are good, a code and a secret. */
async function newFactor(
  server: ServedInstance,
  key: Record<string, string>,
  ada: { email: string; password: string },
  accessToken: string,
): Promise<string[]> {
  const call = (method: string, body: object, headers = key) =>
    untilThereIsRoom(() => server.call(`auth.v1.MfaService/${method}`, body, headers));
  const begin = async () =>
    (await call("StartTotpEnrollment", {}, { ...key, ...bearer(accessToken) })).body.enrollment;
  const { enrollmentToken, secret } = await begin();
  const totpCode = toTotpCode(fromBase32(secret), stepAt(Date.now()));
  const { body } = await call("ConfirmTotpEnrollment", { enrollmentToken, totpCode });
  const { enrollmentToken: pending } = await begin();
  const { body: refusal } = await server.call("auth.v1.AuthService/SignIn", ada, key);
  const mfaToken = refusal.details?.[1]?.debug?.token ?? ""; // none when the server is busy
  return [pending, mfaToken, totpCode, secret, body.recoveryCodes[0]];
}

/** The hostile ones keep the server busy, and it says so. */
async function untilThereIsRoom(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call();
    if (answer.status === 200) return answer;
    if (answer.reason !== "OVERLOADED" && answer.reason !== "DEADLINE_EXCEEDED") {
      throw new Error(`refused: ${JSON.stringify(answer)}`);
    }
  }
}

/** Whether its credentials still work: a hostile call may have deleted or revoked them, as it had the right to. */
export async function isAlive(server: ServedInstance, world: World): Promise<boolean> {
  const user = { "x-svc-key": world.publishableKey, ...bearer(world.accessToken) };
  const answers = await Promise.all([
    server.call("auth.v1.AuthService/GetMe", {}, user),
    server.call("server.v1.UserService/ListUsers", {}, { "x-svc-key": world.secretKey }),
    server.call("admin.v1.SessionService/GetCurrentAdmin", {}, bearer(world.pat)),
  ]);
  return answers.every(({ status }) => status === 200);
}
