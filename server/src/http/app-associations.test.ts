import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { defaultSettings } from "../domain/projects/settings.ts";
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

  const addApp = (name: string, apple: object, google: object) =>
    t.addProject(name, {
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
