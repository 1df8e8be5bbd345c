import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { defaultSettings } from "../domain/projects/settings.ts";
import { adminBrowser } from "../testing/admin-passkeys.ts";
import { engines } from "../testing/engines.ts";
import { TestApp } from "../testing/test-app.ts";

const [certificate, other] = ["AB", "CD"].map((pair) => Array(32).fill(pair).join(":"));

describe.each(engines)("association files on $kind", (engine) => {
  let t: TestApp;
  beforeEach(async () => {
    t = await TestApp.open(engine);
  });
  afterEach(() => t.close());

  async function read(file: string): Promise<unknown> {
    const response = await fetch(`${t.url}/.well-known/${file}`, { redirect: "error" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("cache-control")).toBe("public, max-age=300");
    return response.json();
  }

  const addApp = (name: string, apple: object, google: object, passkeys = defaultSettings.passkeys) =>
    t.addProject(name, {
      passkeys,
      apple: { ...defaultSettings.apple, ...apple },
      google: { ...defaultSettings.google, ...google },
    });

  test("are empty but valid as long as no app is known", async () => {
    await addApp("Half", { bundleId: "com.example.half" }, { androidPackage: "com.example.half" });
    await addApp("Other half", { teamId: "TEAM123456" }, { androidSha256Fingerprints: [certificate] });
    expect(await read("apple-app-site-association")).toEqual({
      applinks: { details: [] },
      webcredentials: { apps: [] },
    });
    expect(await read("assetlinks.json")).toEqual([]);
  });

  test("name the apps of all projects, each once", async () => {
    const apple = { teamId: "TEAM123456", bundleId: "com.example.shop" };
    const google = { androidPackage: "com.example.shop", androidSha256Fingerprints: [certificate] };
    await addApp("Shop", apple, google);
    await addApp("Shop staging", apple, { ...google, androidSha256Fingerprints: [certificate, other] });
    await addApp("News", { teamId: "TEAM123456", bundleId: "com.example.news" }, {});
    expect(await read("apple-app-site-association")).toEqual({
      applinks: {
        details: [
          {
            appIDs: ["TEAM123456.com.example.shop"],
            components: [{ "/": "/p/shop/app" }, { "/": "/p/shop-staging/app" }],
          },
          { appIDs: ["TEAM123456.com.example.news"], components: [{ "/": "/p/news/app" }] },
        ],
      },
      webcredentials: { apps: ["TEAM123456.com.example.shop", "TEAM123456.com.example.news"] },
    });
    expect(await read("assetlinks.json")).toEqual([
      {
        relation: [
          "delegate_permission/common.handle_all_urls",
          "delegate_permission/common.get_login_creds",
        ],
        target: {
          namespace: "android_app",
          package_name: "com.example.shop",
          sha256_cert_fingerprints: [certificate, other],
        },
      },
    ]);
  });

  test("forget the app of a project that is deleted", async () => {
    const { project } = await addApp("Shop", { teamId: "TEAM123456", bundleId: "com.example.shop" }, {});
    const { token } = await t.addAdmin();
    await t.projects(token).deleteProject({ project: project.slug });
    expect(await read("apple-app-site-association")).toMatchObject({ webcredentials: { apps: [] } });
  });

  describe("on a host that has passkeys", () => {
    const HOST = "auth.example.com";
    const passkeys = { enabled: true, rpId: HOST, origins: [] };
    const ofBank = { teamId: "TEAM123456", bundleId: "com.example.bank" };
    const ofGame = { teamId: "EVIL123456", bundleId: "com.evil.game" };
    const onAndroid = { androidPackage: "com.example.bank", androidSha256Fingerprints: [certificate] };
    beforeEach(async () => {
      await t.close();
      t = await TestApp.open(engine, { baseUrl: `https://${HOST}` });
    });

    const logins = async () =>
      ((await read("apple-app-site-association")) as { webcredentials: { apps: string[] } }).webcredentials
        .apps;
    const statements = async () =>
      ((await read("assetlinks.json")) as { relation: string[]; target: Record<string, unknown> }[]).map(
        ({ relation, target }) => [relation.length, target.package_name, target.sha256_cert_fingerprints],
      );

    test("only the apps of projects that they are of may log in, and all open links", async () => {
      await addApp("Game", ofGame, { androidPackage: "com.evil.game", androidSha256Fingerprints: [other] });
      const staging = { ...onAndroid, androidSha256Fingerprints: [other] };
      await addApp("Bank staging", ofBank, staging, { ...passkeys, rpId: "staging.example.com" });
      await addApp("Off", ofGame, {}, { ...passkeys, enabled: false });
      expect(await logins()).toHaveLength(2);
      await addApp("Bank", ofBank, onAndroid, passkeys);
      expect(await logins()).toEqual(["TEAM123456.com.example.bank"]);
      expect(await read("apple-app-site-association")).toMatchObject({
        applinks: {
          details: [{ appIDs: ["EVIL123456.com.evil.game"] }, { appIDs: ["TEAM123456.com.example.bank"] }],
        },
      });
      expect(await statements()).toEqual([
        [1, "com.evil.game", [other]],
        [2, "com.example.bank", [certificate]],
        [1, "com.example.bank", [other]],
      ]);
    });

    test("an administrator's passkey is one, too", async () => {
      await addApp("Game", ofGame, { androidPackage: "com.evil.game", androidSha256Fingerprints: [other] });
      await t.addAdmin();
      expect(await logins()).toEqual(["EVIL123456.com.evil.game"]);
      expect(await statements()).toEqual([[2, "com.evil.game", [other]]]);
      await adminBrowser(t).add(await t.login());
      expect(await logins()).toEqual([]);
      expect(await statements()).toEqual([[1, "com.evil.game", [other]]]);
      await addApp("Bank", ofBank, {}, passkeys);
      expect(await logins()).toEqual(["TEAM123456.com.example.bank"]);
    });
  });

  test("the address that they claim shows a page of the project where the app is not installed", async () => {
    await addApp("Shop", {}, {});
    const response = await fetch(`${t.url}/p/shop/app?code=abc&state=xyz`);
    expect(response.status).toBe(200);
    const page = await response.text();
    expect(page).toContain("Go back to Shop");
    expect(page).not.toContain("abc");
    expect((await fetch(`${t.url}/p/nope/app`)).status).toBe(404);
  });
});
