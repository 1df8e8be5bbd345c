import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../domain/projects/project.ts";
import { engines } from "../testing/engines.ts";
import { OAuthBench } from "../testing/oauth.ts";
import { failureOf, reasonOf } from "../testing/reason-of.ts";
import { signRs256 } from "../testing/token-issuer.ts";
import { createIdentityProviders } from "./identity-providers.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const json =
  (status: number, body: unknown): Answer =>
  (_request, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };

/** What may come instead of a provider's answer. */
const trouble: Record<string, Answer> = {
  "does not answer": () => {},
  "answers headers and then nothing": (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).write('{"keys":');
  },
  "answers a byte now and then": (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), 10);
    response.once("close", () => clearInterval(timer));
  },
  "hangs up": (request) => void request.socket.destroy(),
  "answers 500": json(500, { error: "server_error" }),
  "answers 429": json(429, {}),
  "answers 404": json(404, {}),
  "answers a page": (_request, response) =>
    void response.writeHead(200).end("<html>log in to our wifi</html>"),
  "answers no keys": json(200, { keys: [] }),
  "answers something else than keys": json(200, { keys: "none" }),
  "answers a list": json(200, []),
  "answers keys that are none": json(200, {
    keys: [null, 1, { kty: "RSA", kid: "key-1", n: "AQ", e: "AQAB" }, { kty: "EC" }],
  }),
  "answers without an end": (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const pour = (): void => {
      while (!response.destroyed && response.write(" ".repeat(65_536)));
      if (!response.destroyed) response.once("drain", pour);
    };
    pour();
  },
  "sends us elsewhere": (_request, response) => {
    response.writeHead(302, { location: "http://127.0.0.1:9/elsewhere" }).end();
  },
};

describe.each(engines)("A provider in trouble, on $kind", (engine) => {
  let b: OAuthBench;
  let project: Project;
  beforeEach(async () => {
    b = await OAuthBench.open(engine, { providerWaitMs: 500 });
    project = await b.addProject();
  });
  afterEach(() => b.close());

  test.each(Object.entries(trouble))(
    "that %s fails its own sign-ins and nobody else's",
    async (_name, answer) => {
      b.google.instead = answer;
      expect(await failureOf(b.signIn(project, "google", "g-1"))).toEqual({
        code: "Unavailable",
        reason: "PROVIDER_UNAVAILABLE",
        metadata: {},
      });
      await b.signIn(project, "apple", "a-1");
      await b.t.addUser(project, "ada@example.com", "correct horse battery");

      // It is not asked again at once, and comes back by itself.
      const asked = b.google.seen.length;
      expect(await reasonOf(b.signIn(project, "google", "g-1"))).toBe("PROVIDER_UNAVAILABLE");
      expect(b.google.seen.length).toBe(asked);
      b.google.instead = undefined;
      b.t.advance(5_000);
      await b.signIn(project, "google", "g-1");
    },
  );

  test("that listens no more fails its own sign-ins", async () => {
    const t = await OAuthBench.open(engine, {
      providers: { google: "http://127.0.0.1:9", apple: b.apple.url },
    });
    const other = await t.addProject();
    expect(await reasonOf(t.signIn(other, "google", "g-1"))).toBe("PROVIDER_UNAVAILABLE");
    await t.close();
  });

  test("whose keys are known lets people in for as long as it is down", async () => {
    await b.signIn(project, "google", "g-1");
    b.google.instead = trouble["does not answer"];
    b.t.advance(24 * HOUR_MS);
    await b.signIn(project, "google", "g-1");
    b.google.instead = undefined;
    b.google.rotateKey("key-2");
    expect(await reasonOf(b.signIn(project, "google", "g-1"))).toBe("PROVIDER_UNAVAILABLE");
    b.t.advance(MINUTE_MS);
    await b.signIn(project, "google", "g-1");
  });

  test("that rotates its keys is asked at most once a minute, whoever makes key ids up", async () => {
    await b.signIn(project, "google", "g-1");
    const asked = () => b.google.seen.filter((line) => line.endsWith("/certs")).length;
    expect(asked()).toBe(1);
    const madeUp = () => {
      const kid = `made-up-${Math.random()}`;
      return b.present("google", b.google.token(b.claims("google", "g-1"), { kid }));
    };
    const tries = Array.from({ length: 20 }, () =>
      b.t.auth(project).signInWithOAuth({ credential: madeUp() }),
    );
    expect(await Promise.all(tries.map(reasonOf))).toEqual(Array(20).fill("OAUTH_TOKEN_INVALID"));
    expect(asked()).toBe(1);

    b.t.advance(MINUTE_MS);
    b.google.rotateKey("key-2");
    const [genuine] = await Promise.all([
      b.signIn(project, "google", "g-1"),
      ...Array.from({ length: 5 }, () =>
        reasonOf(b.t.auth(project).signInWithOAuth({ credential: madeUp() })),
      ),
    ]);
    expect(genuine.user?.id).toBeDefined();
    expect(asked()).toBe(2);

    // A key that the provider took back is good no longer than an hour.
    const withdrawn = b.google.privateKey;
    b.google.rotateKey("key-3");
    const signInWithOld = () => {
      const token = signRs256({ alg: "RS256", kid: "key-2" }, b.claims("google", "g-1"), withdrawn);
      return b.t.auth(project).signInWithOAuth({ credential: b.present("google", token) });
    };
    await signInWithOld();
    b.t.advance(HOUR_MS);
    expect(await reasonOf(signInWithOld())).toBe("OAUTH_TOKEN_INVALID");
  });
});

describe("The endpoints of a provider", () => {
  test("are the provider's own unless a stand-in is named", () => {
    const { google, apple } = createIdentityProviders({}, () => 0);
    const request = {
      clientId: "id",
      redirectUri: "https://auth.example.com/oauth/google/callback",
      state: "s",
      nonce: "n",
      codeChallenge: "c",
    };
    const toGoogle = new URL(google.authorizeUrl(request));
    expect(toGoogle.origin + toGoogle.pathname).toBe("https://accounts.google.com/o/oauth2/v2/auth");
    expect(Object.fromEntries(toGoogle.searchParams)).toEqual({
      response_type: "code",
      client_id: "id",
      redirect_uri: request.redirectUri,
      scope: "openid email profile",
      state: "s",
      nonce: "n",
      code_challenge: "c",
      code_challenge_method: "S256",
    });
    const toApple = new URL(apple.authorizeUrl(request));
    expect(toApple.origin + toApple.pathname).toBe("https://appleid.apple.com/auth/authorize");
    expect(toApple.searchParams.get("response_mode")).toBe("form_post");
    expect(toApple.searchParams.has("code_challenge")).toBe(false);
  });
});
