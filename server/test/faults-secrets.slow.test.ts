import { randomBytes } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { createAdmin } from "../src/domain/admins/create-admin.ts";
import { createPersonalAccessToken } from "../src/domain/admins/personal-access-tokens.ts";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { freePort } from "../src/testing/postgres.ts";
import { TestRelay } from "../src/testing/smtp.ts";
import { type Answer, bearer, ServedInstance } from "./served-instance.ts";

const EMAIL = "ada@example.com";
const ADMIN = "root@example.com";

/** Every secret that was ever used here, by a name that says which one has leaked. */
class Secrets {
  readonly all = new Map<string, string>();

  make(name: string): string {
    return this.keep(name, `${name.replaceAll(" ", "-")}-${randomBytes(24).toString("base64url")}`);
  }

  keep(name: string, secret: string | undefined): string {
    if (!secret || secret.length < 16) throw new Error(`${name} is no secret: ${secret}`);
    this.all.set(`${name} (${this.all.size})`, secret);
    return secret;
  }

  keepTokens(of: string, { accessToken, refreshToken }: Answer["body"]): Answer["body"] {
    this.keep(`access token of ${of}`, accessToken);
    this.keep(`signature of the access token of ${of}`, accessToken.split(".")[2]);
    this.keep(`refresh token of ${of}`, refreshToken);
    return { accessToken, refreshToken };
  }

  /** Which of them are in the text, as they are or as an address would carry them. */
  foundIn(text: string): string[] {
    return [...this.all]
      .filter(([, secret]) => text.includes(secret) || text.includes(encodeURIComponent(secret)))
      .map(([name]) => name);
  }
}

let server: ServedInstance;
let relay: TestRelay;
let secrets: Secrets;
let metricsUrl: string;
const password = (): string => secrets.all.get("password (0)") ?? "";

afterEach(async () => {
  await server.close();
  await relay.down();
});

async function open(logFormat: string): Promise<{ adminPassword: string; token: string }> {
  secrets = new Secrets();
  secrets.make("password");
  const smtpPassword = secrets.make("smtp password");
  relay = await TestRelay.start({
    authOptional: false,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === smtpPassword ? done(null, { user: username }) : done(new Error("wrong password")),
  });
  const metricsPort = await freePort();
  const nobody = `http://127.0.0.1:${await freePort()}`; // a provider that fails has a story to tell
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  server = await ServedInstance.create({
    SVC_LOG_FORMAT: logFormat,
    SVC_METRICS_ADDR: `127.0.0.1:${metricsPort}`,
    SVC_SMTP_HOST: relay.settings.host,
    SVC_SMTP_PORT: String(relay.settings.port),
    SVC_SMTP_USERNAME: "svc",
    SVC_SMTP_PASSWORD: smtpPassword,
    SVC_SMTP_FROM: "auth@example.com",
    SVC_DEV_GOOGLE_URL: nobody,
    SVC_DEV_APPLE_URL: nobody,
  });
  secrets.keep("secret key", server.secretKey);
  const adminPassword = secrets.make("admin password");
  const token = await server.instance.use(async (app) => {
    await updateProject(app, systemActor, server.project.id, {
      settings: {
        redirectSchemes: ["com.example.demo"],
        allowAnonymousSignIn: true,
        google: { enabled: true, webClientId: "web.example" },
      },
      secrets: new Map([["google.web_client_secret", secrets.make("google client secret")]]),
    });
    const { admin } = await createAdmin(app, { email: ADMIN, password: adminPassword });
    return (await createPersonalAccessToken(app, admin, { name: "test", expiresInDays: 0 })).token;
  });
  secrets.keep("personal access token", token);
  await server.start();
  return { adminPassword, token };
}

const auth = (method: string, message: unknown, headers: Record<string, string> = {}) =>
  server.call(`auth.v1.AuthService/${method}`, message, headers);

/** A user's life: signed up, signed in, refreshed, replayed, mistyped, forgotten and reset. */
async function liveAsUser(): Promise<void> {
  const { body } = await openTwice("SignUp", { email: EMAIL, password: password() });
  secrets.keepTokens("sign-up", body.tokens);
  const signedIn = await openTwice("SignIn", { email: EMAIL, password: password() });
  const signed = secrets.keepTokens("sign-in", signedIn.body);
  await auth("SignIn", { email: EMAIL, password: secrets.make("wrong password") });
  expect((await auth("GetMe", {}, bearer(signed.accessToken))).status).toBe(200);
  const attemptId = secrets.make("attempt id");
  const { refreshToken } = signed;
  secrets.keepTokens("refresh", (await auth("RefreshToken", { refreshToken, attemptId })).body);
  expect((await auth("RefreshToken", { refreshToken })).reason).toBe("REFRESH_TOKEN_REUSED");
  await auth("RefreshToken", {
    refreshToken: secrets.make("unknown refresh token"),
    attemptId: secrets.make("attempt id of an unknown token"),
  });
  await repeatAttempts();

  await auth("RequestPasswordReset", { email: EMAIL });
  const token = await mailedToken("/reset");
  expect(await fetch(`${server.url}/p/${server.project.slug}/reset?token=${token}`)).toMatchObject({
    status: 200,
  });
  const newPassword = secrets.make("new password");
  expect((await auth("ConfirmPasswordReset", { token, newPassword })).status).toBe(200);
  await auth("ConfirmPasswordReset", { token: secrets.make("unknown mail token"), newPassword });
}

/** With an attempt id, which then comes back with another request. */
async function openTwice(method: string, message: object) {
  const attemptId = secrets.make(`attempt id of ${method}`);
  await auth(method, { ...message, attemptId });
  const answer = await auth(method, { ...message, attemptId });
  expect(answer.status).toBe(200);
  const exchange = { code: secrets.make("foreign code"), codeVerifier: secrets.make("verifier"), attemptId };
  expect((await auth("ExchangeOAuthCode", exchange)).reason).toBe("ATTEMPT_INVALID");
  return answer;
}

/** Attempts that are repeated in time, late and too late, by a guest who then chooses a password. */
async function repeatAttempts(): Promise<void> {
  const { body } = await openTwice("SignInAnonymously", {});
  let { refreshToken, accessToken } = secrets.keepTokens("guest", body);
  const used: { refreshToken: string; attemptId: string }[] = [];
  for (let rotation = 0; rotation < 4; rotation++) {
    const attempt = { refreshToken, attemptId: secrets.make("repeated attempt id") };
    used.push(attempt);
    for (const time of ["first", "second"]) {
      const answer = await auth("RefreshToken", attempt);
      ({ refreshToken, accessToken } = secrets.keepTokens(`${time} answer`, answer.body));
    }
  }
  expect((await auth("RefreshToken", used[1])).reason).toBe("REFRESH_TOKEN_INVALID");
  const link = { email: "guest@example.com", password: secrets.make("password of the guest") };
  const attemptId = secrets.make("attempt id of LinkPassword");
  const linked = await auth("LinkPassword", { ...link, attemptId }, bearer(accessToken));
  expect(linked.status).toBe(200);
  secrets.keepTokens("LinkPassword", linked.body);
  await auth("RefreshToken", { refreshToken: [secrets.make("misplaced")], attemptId: [attemptId] });
  expect((await auth("RefreshToken", used[0])).reason).toBe("REFRESH_TOKEN_REUSED");
}

async function mailedToken(path: string): Promise<string> {
  for (;;) {
    for (const link of relay.links) {
      const token = new URL(link).searchParams.get("token") ?? "";
      if (link.includes(path)) return secrets.keep(`token of ${path}`, token);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function signInThroughProvider(): Promise<void> {
  const query = new URLSearchParams({
    key: server.project.publishableKey,
    redirect_to: "com.example.demo://signed-in",
    code_challenge: randomBytes(32).toString("base64url"),
    code_challenge_method: "S256",
    state: secrets.make("state of the app"),
  });
  const started = await fetch(`${server.url}/oauth/google/start?${query}`, { redirect: "manual" });
  expect(started.status).toBe(303);
  const state = new URL(started.headers.get("location") ?? "").searchParams.get("state");
  secrets.keep("state for the provider", state?.split(".")[1]);
  const cookie = started.headers.get("set-cookie")?.split(";")[0] ?? "";
  secrets.keep("cookie of the browser", cookie.split("=")[1]);
  const back = new URLSearchParams({ state: state ?? "", code: secrets.make("code of the provider") });
  await fetch(`${server.url}/oauth/google/callback?${back}`, { redirect: "manual", headers: { cookie } });
  await auth("ExchangeOAuthCode", {
    code: secrets.make("code of the app"),
    codeVerifier: secrets.make("code verifier").padEnd(43, "x"),
  });
  const credential = { provider: "OAUTH_PROVIDER_GOOGLE", idToken: secrets.make("id token"), nonce: "n" };
  await auth("SignInWithOAuth", { credential });
}

async function workAsAdmin({
  adminPassword,
  token,
}: {
  adminPassword: string;
  token: string;
}): Promise<void> {
  const logIn = (password: string) =>
    fetch(`${server.url}/svc.admin.v1.SessionService/Login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: ADMIN, password }),
    });
  const cookie = (await logIn(adminPassword)).headers.get("set-cookie")?.split(";")[0];
  secrets.keep("admin's cookie", cookie?.split("=")[1]);
  await logIn(secrets.make("wrong admin password"));
  const listed = await server.call("admin.v1.ProjectService/ListProjects", {}, bearer(token));
  expect(listed.status).toBe(200);
  const created = await server.call(
    "admin.v1.ProjectService/CreateProject",
    { name: "Other" },
    bearer(token),
  );
  secrets.keep("secret key of a new project", created.body.secretKey);
  const introspect = { token: secrets.make("token to introspect") };
  await server.call("server.v1.TokenService/IntrospectToken", introspect, { "x-svc-key": server.secretKey });
}

/** What people send by mistake: the right secret in the wrong place, or in something that cannot be read. */
async function blunder(token: string): Promise<void> {
  const secret = (): string => secrets.make("blunder");
  for (const message of [
    `{"email": "${EMAIL}", "password": "${secret()}`,
    `{"email": "${EMAIL}", "password": ["${secret()}"]}`,
    `{"email": "${EMAIL}", "password": {"is": "${secret()}"}}`,
    `{"email": "${secret()}", "password": "x"}`,
    `{"${secret()}": "x"}`,
    `"${secret()}"`,
    secret(),
  ]) {
    await auth("SignIn", message);
    await auth("SignUp", message);
  }
  for (const headers of [
    { "x-svc-key": server.secretKey },
    { "x-svc-key": token },
    { "x-svc-key": `pk_${secret()}` },
    { authorization: secret() },
    bearer(secret()),
    bearer(server.secretKey),
    bearer(`${Buffer.from('{"alg":"none"}').toString("base64url")}.${secret()}.`),
    { cookie: `svc_admin=${secret()}` },
    { "content-type": `text/${secret()}` },
    { "connect-timeout-ms": secret() },
  ]) {
    await auth("GetMe", {}, headers as Record<string, string>);
    await fetch(`${server.url}/svc.admin.v1.ProjectService/ListProjects`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers } as Record<string, string>,
      body: "{}",
    });
  }
  for (const url of [
    `${server.url}/svc.auth.v1.AuthService/GetMe?access_token=${secret()}`,
    `${server.url}/p/${server.project.slug}/verify?token=${secret()}`,
    `${server.url}/oauth/google/callback?code=${secret()}&state=${secret()}`,
    `${server.url}/oauth/apple/callback?code=${secret()}&state=${secret()}`,
    `${server.url}/nowhere?token=${secret()}`,
    `${server.url}/console/?token=${secret()}`,
    `${metricsUrl}?token=${secret()}`,
  ]) {
    await fetch(url, { redirect: "manual" });
    await fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams({ code: secret() }) });
  }
  const frame = Buffer.from(`\0\0\0\0\x40${secret()}`);
  await fetch(`${server.url}/svc.auth.v1.AuthService/SignIn`, {
    method: "POST",
    headers: { "content-type": "application/grpc-web+proto", "x-svc-key": server.project.publishableKey },
    body: frame,
  });
}

test.each(["json", "text"])(
  "no secret is in the %s log, in the metrics or in an event",
  async (logFormat) => {
    const admin = await open(logFormat);
    await liveAsUser();
    await signInThroughProvider();
    await workAsAdmin(admin);
    await blunder(admin.token);
    relay.mood = { at: "rcpt", code: 450 }; // a mail that fails is told about
    await auth("SignUp", { email: "grace@example.com", password: secrets.make("another password") });
    await auth("RequestPasswordReset", { email: "grace@example.com" });
    await server.running.says(/mail not sent/);

    const metrics = await (await fetch(metricsUrl)).text();
    await server.stop();
    const { stdout, stderr } = await server.running.finished;

    // They do tell what was done.
    for (const text of [metrics, stderr]) {
      for (const method of ["SignIn", "RefreshToken", "ConfirmPasswordReset", "Login"]) {
        expect(text).toContain(method);
      }
    }
    expect(secrets.all.size).toBeGreaterThan(50);
    expect(stdout).toBe("");
    expect(secrets.foundIn(metrics)).toEqual([]);
    expect(secrets.foundIn(stderr)).toEqual([]);
    expect(stderr).not.toContain("token=");

    const events = await server.instance.use(({ db }) => db.selectFrom("events").selectAll().execute());
    expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["session.late_repeat"]));
    expect(secrets.foundIn(JSON.stringify(events))).toEqual([]);
  },
);
