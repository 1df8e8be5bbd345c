import { createAdmin } from "../../src/domain/admins/create-admin.ts";
import { createPersonalAccessToken } from "../../src/domain/admins/personal-access-tokens.ts";
import { systemActor } from "../../src/domain/analytics/record-event.ts";
import { createProject } from "../../src/domain/projects/create-project.ts";
import type { Route } from "../../src/rpc/route.ts";
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
    return { admin, token, ...(await createProject(app, systemActor, { name: `Fuzz ${number}`, slug: "" })) };
  });
  const key = { "x-svc-key": project.publishableKey };
  const ada = { email: "ada@example.com", password };
  const { body } = await untilThereIsRoom(() => server.call("auth.v1.AuthService/SignUp", ada, key));
  const { accessToken, refreshToken, user } = body.tokens;
  const words = [
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
