import { createLocalJWKSet, createRemoteJWKSet, jwtVerify } from "jose";
import { allowInsecureRequests, discovery } from "openid-client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createVerifier } from "../../sdk/typescript/src/server/verifier.ts";
import { engines } from "../src/testing/engines.ts";
import { MINUTE, RotationTimeline, type Verify } from "./rotation-timeline.ts";

describe.each(engines)("across rotations on $kind", (engine) => {
  let line: RotationTimeline;
  beforeEach(async () => {
    line = await RotationTimeline.open(engine);
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await line.close();
  });

  const jwksUrl = () => new URL(`${line.cache.url}/p/demo/.well-known/jwks.json`);
  const now = () => line.t.app.clock();
  const claims = () => ({
    issuer: `${line.cache.url}/p/demo`,
    audience: "demo",
    currentDate: new Date(now()),
  });

  /** Fetches the keys every ten minutes and for no other reason; `phase` says in which minute of the ten. */
  const strict = (phase: number): Verify => {
    let keys: ReturnType<typeof createLocalJWKSet> | undefined;
    let fetchedIn: number | undefined;
    return async (token) => {
      const period = Math.floor((now() - phase * MINUTE) / (10 * MINUTE));
      if (keys === undefined || period !== fetchedIn) {
        keys = createLocalJWKSet(await (await fetch(jwksUrl())).json());
        fetchedIn = period;
      }
      return jwtVerify(token, keys, claims());
    };
  };
  const jose = (options: { cooldownDuration?: number } = {}): Verify => {
    const keys = createRemoteJWKSet(jwksUrl(), options);
    return (token) => {
      vi.setSystemTime(now());
      return jwtVerify(token, keys, claims());
    };
  };
  /** Knows the issuer only, and finds the keys and the algorithm by itself. */
  const discovered = async (algorithm: "oidc" | "oauth2"): Promise<Verify> => {
    const execute = [allowInsecureRequests];
    const issuer = new URL(claims().issuer);
    const found = (
      await discovery(issuer, "demo", undefined, undefined, { algorithm, execute })
    ).serverMetadata();
    const keys = createRemoteJWKSet(new URL(found.jwks_uri ?? expect.fail()));
    const algorithms = found.id_token_signing_alg_values_supported ?? expect.fail();
    return (token) => {
      vi.setSystemTime(now());
      return jwtVerify(token, keys, { ...claims(), issuer: found.issuer, algorithms });
    };
  };
  const ours = (options: { cacheMs?: number } = {}): Verify => {
    const { verify } = createVerifier({ baseUrl: line.cache.url, project: "demo", now, ...options });
    return verify;
  };

  test("every token is accepted by our verifier, jose, openid-client and verifiers that cache keys for ten minutes", async () => {
    const verifiers: Record<string, Verify> = {
      ours: ours(),
      "ours with a cache of ten minutes": ours({ cacheMs: 10 * MINUTE }),
      jose: jose(),
      "jose without a fetch for unknown keys": jose({ cooldownDuration: Number.POSITIVE_INFINITY }),
      "openid-client": await discovered("oidc"),
      "openid-client as RFC 8414 says": await discovered("oauth2"),
    };
    for (let phase = 0; phase < 10; phase++) verifiers[`strict ${phase}`] = strict(phase);
    expect(await line.play(64, [15, 30, 48], verifiers)).toEqual([]);
  });

  test("a second rotation within 15 minutes is what such a verifier refuses", async () => {
    const refusals = await line.play(40, [15, 17], { strict: strict(4) });
    expect(refusals.length).toBeGreaterThan(0);
    expect(refusals.join()).toContain("at 17 min");
    // And no longer than GetSigningKey says.
    expect(refusals.filter((refusal) => Number(/at (\d+) min/.exec(refusal)?.[1]) >= 17 + 15)).toEqual([]);
  });

  test("a stranger who uses up the fetch for unknown keys does not delay a key that was on stand-by", async () => {
    const verify = ours();
    const stranger = async () => {
      const [, ...rest] = (await line.nextToken()).split(".");
      const header = { alg: "ES256", typ: "JWT", kid: crypto.randomUUID() };
      return [Buffer.from(JSON.stringify(header)).toString("base64url"), ...rest].join(".");
    };
    await verify(await line.nextToken());
    line.t.advance(15 * MINUTE);
    await expect(verify(await stranger())).rejects.toMatchObject({ reason: "KEY_UNKNOWN" });
    await line.rotate();
    const fetches = line.cache.fetches;
    await verify(await line.nextToken());
    await expect(verify(await stranger())).rejects.toMatchObject({ reason: "KEY_UNKNOWN" });
    expect(line.cache.fetches).toBe(fetches);
  });
});
