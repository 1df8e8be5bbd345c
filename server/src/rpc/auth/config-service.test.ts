import { ConfigService } from "@svc/proto/svc/auth/v1/config_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../domain/analytics/record-event.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { engines } from "../../testing/engines.ts";
import { TestApp } from "../../testing/test-app.ts";
import { languageTags } from "../../wording/languages.ts";

describe.each(engines)("GetProjectConfig on $kind", (engine) => {
  let t: TestApp;
  beforeEach(async () => {
    t = await TestApp.open(engine);
  });
  afterEach(() => t.close());

  test("tells providers, Google's client ids, password policy, guests and theme, and follows the settings", async () => {
    const { project } = await t.addProject("Demo");
    const config = () =>
      t.client(ConfigService, { "x-svc-key": project.publishableKey }).getProjectConfig({});
    expect(await config()).toMatchObject({
      projectName: "Demo",
      slug: "demo",
      providers: {
        password: { enabled: true },
        google: { enabled: false },
        apple: { enabled: false },
        anonymous: { enabled: false },
      },
      googleClientIds: { web: "", ios: "", android: "" },
      passwordPolicy: { minLength: 8, allowCommon: false },
      anonymousSignInAllowed: false,
      theme: { productName: "Demo", colors: { primary: expect.stringMatching(/^#[\da-f]{6}$/) } },
    });

    await updateProject(t.app, systemActor, project.id, {
      settings: {
        allowAnonymousSignIn: true,
        passwordPolicy: { minLength: 12, allowCommon: true },
        google: {
          enabled: true,
          webClientId: "1-web.apps.googleusercontent.com",
          iosClientId: "1-ios.apps.googleusercontent.com",
          androidClientId: "1-droid.apps.googleusercontent.com",
        },
        apple: { enabled: true, bundleId: "com.example.demo" },
      },
    });
    expect(await config()).toMatchObject({
      providers: { google: { enabled: true }, apple: { enabled: true }, anonymous: { enabled: true } },
      googleClientIds: {
        web: "1-web.apps.googleusercontent.com",
        ios: "1-ios.apps.googleusercontent.com",
        android: "1-droid.apps.googleusercontent.com",
      },
      passwordPolicy: { minLength: 12, allowCommon: true },
      anonymousSignInAllowed: true,
    });
  });

  test("tells the languages that emails and pages can have, in full", async () => {
    const { project } = await t.addProject("Demo");
    const config = () =>
      t.client(ConfigService, { "x-svc-key": project.publishableKey }).getProjectConfig({});
    expect(await config()).toMatchObject({ defaultLanguage: "en", languages: languageTags });
    const settings = { defaultLanguage: "fr", languages: ["de", "zh-Hans"] } as const;
    await updateProject(t.app, systemActor, project.id, {
      settings: { ...settings, languages: [...settings.languages] },
    });
    expect(await config()).toMatchObject({ defaultLanguage: "fr", languages: ["fr", "de", "zh-Hans"] });
  });
});
