import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError } from "../errors.ts";
import type { Environment } from "./load-config.ts";
import { type Config, type FlagValues, loadConfig } from "./load-config.ts";

const cwd = "/nowhere/at/all";

function load(flags: FlagValues, env: Environment = {}): Config {
  return loadConfig({ flags, env, cwd });
}

function refusal(flags: FlagValues, env: Environment = {}): string {
  try {
    load(flags, env);
  } catch (error) {
    if (error instanceof ConfigError) return `${error.message}; ${error.hint}`;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("acme_domain", () => {
  const acmeDomain = "B.example.com, a.example.com,b.example.com";

  test("listens on 443 and 80 and asks Let's Encrypt, unless told otherwise", () => {
    expect(load({ acmeDomain }).https).toEqual({
      kind: "acme",
      domains: ["a.example.com", "b.example.com"],
      httpsAddr: { host: undefined, port: 443 },
      httpAddr: { host: undefined, port: 80 },
      directory: "https://acme-v02.api.letsencrypt.org/directory",
      email: undefined,
      caFile: undefined,
      servesAddr: false,
    });
    const env = {
      SVC_HTTPS_ADDR: "127.0.0.1:8443",
      SVC_HTTP_ADDR: ":8080",
      SVC_ACME_DIRECTORY: "https://ca.internal:14000/dir",
      SVC_ACME_EMAIL: "ops@example.com",
      SVC_ACME_CA_FILE: "ca.pem",
      SVC_ADDR: "127.0.0.1:8081",
    };
    expect(load({ acmeDomain }, env).https).toEqual({
      kind: "acme",
      domains: ["a.example.com", "b.example.com"],
      httpsAddr: { host: "127.0.0.1", port: 8443 },
      httpAddr: { host: undefined, port: 8080 },
      directory: "https://ca.internal:14000/dir",
      email: "ops@example.com",
      caFile: join(cwd, "ca.pem"),
      servesAddr: true,
    });
  });

  test("makes the first host the base URL, unless that is set", () => {
    expect(load({ acmeDomain }).baseUrl).toBe("https://b.example.com");
    expect(load({ acmeDomain, baseUrl: "https://a.example.com:8443" }).baseUrl).toBe(
      "https://a.example.com:8443",
    );
  });

  test.each([
    [{ baseUrl: "http://a.example.com" }, "is not https, but the server is; set it to https://a.example.com"],
    [{ baseUrl: "https://c.example.com" }, "none of the hosts in acme_domain; add c.example.com"],
    [{ tlsCertFile: "c.pem", tlsKeyFile: "k.pem" }, "two ways to the same thing"],
  ])("does not go with %j", (flags, message) => {
    expect(refusal({ acmeDomain, ...flags })).toContain(message);
  });

  test.each(["*.example.com", "example", "127.0.0.1", "https://a.example.com", "a.example.com:443"])(
    "is not %s",
    (host) => expect(refusal({ acmeDomain: host })).toContain("is not a host name"),
  );

  test.each([
    [{ SVC_ACME_DIRECTORY: "http://ca.internal/dir" }, "is not an https URL"],
    [{ SVC_ACME_EMAIL: "ops" }, "is not an email address"],
    [{ SVC_HTTPS_ADDR: "443" }, "is not an address"],
  ])("refuses %j", (env, message) => {
    expect(refusal({ acmeDomain }, env)).toContain(message);
  });

  test("is missed where only the rest is set", () => {
    expect(refusal({}, { SVC_ACME_EMAIL: "ops@example.com" })).toContain("without a domain; set acme_domain");
  });
});

describe("certificate files", () => {
  const files = { tlsCertFile: "tls/cert.pem", tlsKeyFile: "/etc/key.pem" };

  test("are found from the working directory, and make the base URL https", () => {
    const { https, baseUrl } = load(files);
    expect(https).toEqual({ kind: "files", certFile: join(cwd, "tls/cert.pem"), keyFile: "/etc/key.pem" });
    expect(baseUrl).toBe("https://localhost:8080");
    expect(load({ ...files, baseUrl: "https://auth.example.com" }).baseUrl).toBe("https://auth.example.com");
  });

  test("are two, and do not go with an http base URL", () => {
    expect(refusal({ tlsCertFile: "c.pem" })).toContain("set both tls_cert_file and tls_key_file");
    expect(refusal({ tlsKeyFile: "k.pem" })).toContain("set both tls_cert_file and tls_key_file");
    expect(refusal({ ...files, baseUrl: "http://auth.example.com" })).toContain("is not https");
  });
});
