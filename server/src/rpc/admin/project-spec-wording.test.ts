import { SpecChangeKind } from "@svc/proto/svc/admin/v1/project_spec_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sentencesOf } from "../../domain/wording/sentences.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";
import { words } from "../../wording/en/words.ts";

const { SET } = SpecChangeKind;
const SUBJECT = "email.verify_email.subject";
const BODY = "email.verify_email.body";

describe.each(engines)("the wording of a spec on $kind", (engine) => {
  let t: TestApp;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    await t.addProject("Demo");
    token = (await t.addAdmin()).token;
  });
  afterEach(() => t.close());

  const apply = (specYaml: string, more: { dryRun?: boolean; merge?: boolean; etag?: string } = {}) =>
    t.projects(token).applyProjectSpec({ specYaml, ...more });
  const wording = (texts: string) => `slug: demo\nwording:\n  de:\n${texts}`;
  const dump = () => t.projects(token).getProjectSpec({ project: "demo" });
  const rows = async () =>
    (await t.app.db.selectFrom("projectTexts").select(["language", "sentence", "text"]).execute())
      .map(({ language, sentence, text }) => `${language} ${sentence}: ${text}`)
      .toSorted();

  test("what it names is set, what it leaves out stays, and an empty text goes back to the default", async () => {
    const spec = wording(`    ${SUBJECT}: "Hallo {product}"\n    ${BODY}: "Eins\\nZwei"\n`);
    const planned = await apply(spec, { dryRun: true });
    expect(planned.changes).toMatchObject([
      { path: `wording.de.${SUBJECT}`, kind: SET, oldValue: "", newValue: '"Hallo {product}"' },
      { path: `wording.de.${BODY}`, kind: SET, oldValue: "", newValue: '"Eins\\nZwei"' },
    ]);
    expect(await rows()).toEqual([]);
    expect((await apply(spec)).changes).toEqual(planned.changes);
    expect((await apply(spec)).changes).toEqual([]);
    for (const without of ["slug: demo\n", "slug: demo\nwording: {}\n", wording(`    ${SUBJECT}:\n`)]) {
      expect((await apply(without)).changes).toEqual([]);
    }
    const reset = await apply(wording(`    ${SUBJECT}: ""\n`));
    expect(reset.changes).toMatchObject([
      { path: `wording.de.${SUBJECT}`, oldValue: '"Hallo {product}"', newValue: '""' },
    ]);
    expect(await rows()).toEqual([`de ${BODY}: Eins\nZwei`]);
  });

  test("a dump has it, and applying the dump changes nothing", async () => {
    expect((await dump()).specYaml).toContain("\nwording: {}\n");
    await apply(wording(`    ${SUBJECT}: "yes"\n    ${BODY}: "a: b # c\\n- d"\n`));
    const { specYaml, etag } = await dump();
    expect(specYaml).toContain(`\nwording:\n  de:\n    ${BODY}: "a: b # c\\n- d"\n    ${SUBJECT}: "yes"\n`);
    expect((await apply(specYaml, { etag })).changes).toEqual([]);
    const copy = specYaml.replace("slug: demo", "slug: copy");
    expect(await apply(copy)).toMatchObject({ created: true });
    expect(await rows()).toHaveLength(4);
    expect((await apply((await dump()).specYaml)).changes).toEqual([]);
  });

  test("a change of the wording makes another version of the project", async () => {
    const before = await dump();
    const { etag } = await apply(wording(`    ${SUBJECT}: Hallo\n    ${BODY}: Text\n`));
    expect(etag).not.toBe(before.etag);
    expect((await dump()).etag).toBe(etag);
    const stale = apply(wording(`    ${SUBJECT}: Anders\n`), { etag: before.etag });
    expect(await failureOf(stale)).toMatchObject({ reason: "ETAG_MISMATCH" });
    await apply(wording(`    ${SUBJECT}: ""\n    ${BODY}: ""\n`));
    expect((await dump()).etag).toBe(before.etag);
  });

  test.each([
    [`    ${SUBJECT}: "{code}"\n`, `wording.de.${SUBJECT}`, "has {code}"],
    [`    ${SUBJECT}: "a\\nb"\n`, `wording.de.${SUBJECT}`, "must be one line"],
    [`    ${SUBJECT}: 5\n`, `wording.de.${SUBJECT}`, "must be text; put it in quotes"],
    [
      "    email.verify_email.subjet: x\n",
      "wording.de.email.verify_email.subjet",
      `did you mean ${SUBJECT}?`,
    ],
    [`    ${SUBJECT}: a\n    ${SUBJECT}: b\n`, `wording.de.${SUBJECT}`, "stands here twice"],
    ["    __proto__: x\n", "wording.de.__proto__", "is no sentence of this language"],
    ["    - x\n", "wording.de", "must be a mapping"],
  ])("%j is refused with language, key and line", async (texts, field, problem) => {
    const failure = await failureOf(apply(wording(texts)));
    expect(failure).toMatchObject({ reason: "INVALID_REQUEST", metadata: { field } });
    expect(failure.metadata.problem).toContain(problem);
    expect(Number(failure.metadata.line)).toBeGreaterThanOrEqual(4);
    expect(await rows()).toEqual([]);
  });

  test("an unknown language is refused", async () => {
    const failure = await failureOf(apply("slug: demo\nwording: {dee: {}}\n"));
    expect(failure.metadata).toMatchObject({ field: "wording.dee", suggestion: "de", line: "2" });
  });

  test("as much as a project may have can be dumped and applied again", async () => {
    const keys = sentencesOf("de", words).map(({ key }) => key);
    const texts = (language: string) =>
      `  ${language}:\n${keys.map((key) => `    ${key}: "${"ä".repeat(22)}"\n`).join("")}`;
    const languages = ["de", "en", "it", "nl", "tr", "hi", "es", "fr"];
    const spec = `slug: demo\nwording:\n${languages.map(texts).join("")}`;
    await apply(spec);
    expect((await rows()).length).toBe(keys.length * languages.length);
    expect((await apply((await dump()).specYaml)).changes).toEqual([]);
    const long = `"${"ä".repeat(2000)}"`;
    const more = ["body", "not_you", "undo", "by_you"].map(
      (part) => `    email.email_changed.${part}: ${long}\n`,
    );
    const failure = await failureOf(apply(`slug: demo\nwording:\n  vi:\n${more.join("")}`));
    expect(failure.metadata).toMatchObject({ field: "wording", line: "3" });
  });
});
