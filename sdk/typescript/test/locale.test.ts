import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createServerClient } from "../src/server/server.ts";
import { TestProject } from "./test-project.ts";

let project: TestProject;
beforeAll(async () => {
  project = await TestProject.create();
});
afterEach(() => vi.unstubAllGlobals());

/** Sends the calls to the server, and remembers the header of each. */
function recorder() {
  const languages: Array<string | undefined> = [];
  const send: typeof fetch = (input, init) => {
    languages.push(new Headers(init?.headers).get("accept-language") ?? undefined);
    return fetch(input, init);
  };
  return { languages, fetch: send };
}

describe("the language of the user goes with each call", () => {
  test("as the app names it", async () => {
    const { languages, fetch } = recorder();
    const client = project.client({ fetch, locale: "de-AT" });
    await client.signInAnonymously();
    await client.getMe();
    await client.signOut();
    expect(languages).toEqual(["de-AT", "de-AT", "de-AT"]);
  });

  test("as the app names it at the time of the call", async () => {
    const { languages, fetch } = recorder();
    let locale: string | undefined = "ja";
    const client = project.client({ fetch, locale: () => locale });
    await client.getProjectConfig();
    locale = "fr-CA, fr;q=0.9";
    await client.getProjectConfig();
    locale = undefined;
    await client.getProjectConfig();
    expect(languages).toEqual(["ja", "fr-CA,fr;q=0.9", undefined]);
  });

  test("without the characters that no header can have", async () => {
    const { languages, fetch } = recorder();
    for (const locale of ["zh_Hant_TW", "de\r\nx-svc-key: other", "日本語", ""])
      await project.client({ fetch, locale }).getProjectConfig();
    expect(languages).toEqual(["zh-Hant-TW", "dex-svc-keyother", "", ""].map((tag) => tag || undefined));
  });

  test("as the phone has it in React Native, which sends none by itself", async () => {
    vi.stubGlobal("navigator", { product: "ReactNative" });
    const { languages, fetch } = recorder();
    await project.client({ fetch }).getProjectConfig();
    await project.client({ fetch, locale: "he" }).getProjectConfig();
    expect(languages).toEqual([Intl.DateTimeFormat().resolvedOptions().locale, "he"]);
  });

  test("not at all where it cannot be found out, and the call succeeds", async () => {
    const { languages, fetch } = recorder();
    await project.client({ fetch }).getProjectConfig();
    const locale = () => {
      throw new Error("no locale");
    };
    await project.client({ fetch, locale }).getProjectConfig();
    vi.stubGlobal("navigator", { product: "ReactNative" });
    vi.stubGlobal("Intl", undefined);
    await project.client({ fetch }).getProjectConfig();
    vi.stubGlobal("navigator", undefined);
    await project.client({ fetch }).getProjectConfig();
    expect(languages).toEqual([undefined, undefined, undefined, undefined]);
  });
});

test("a new user has the language of the device, and can choose another one", async () => {
  const client = project.client({ locale: "de_at" });
  await client.signUp({ email: "ada@example.com", password: "correct horse battery" });
  expect(client.user?.locale).toBe("de-AT");
  expect((await client.updateMe({ locale: "pt-BR" })).locale).toBe("pt-BR");
  expect((await client.getMe()).locale).toBe("pt-BR");
  expect((await client.updateMe({ locale: "" })).locale).toBeUndefined();
  await expect(client.updateMe({ locale: "?" })).rejects.toMatchObject({
    reason: "INVALID_REQUEST",
    metadata: { field: "locale" },
  });
});

test("the project says which languages its emails have", async () => {
  const { defaultLanguage, languages } = await project.client().getProjectConfig();
  expect(defaultLanguage).toBe("en");
  expect(languages).toContain("zh-Hant");
});

test("a backend sends no language: its machine is not the user's", async () => {
  vi.stubGlobal("navigator", { product: "ReactNative" });
  const { languages, fetch } = recorder();
  const server = createServerClient({ baseUrl: project.url, secretKey: "sk_none", fetch });
  await expect(server.getUser({ email: "ada@example.com" })).rejects.toMatchObject({
    reason: "API_KEY_INVALID",
  });
  expect(languages).toEqual([undefined]);
});
