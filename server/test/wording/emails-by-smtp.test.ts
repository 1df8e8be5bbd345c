import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../src/domain/analytics/record-event.ts";
import type { Project } from "../../src/domain/projects/project.ts";
import { updateProject } from "../../src/domain/projects/update-project.ts";
import { engines } from "../../src/testing/engines.ts";
import { enqueueEveryMail, projectMailKinds } from "../../src/testing/enqueue-every-mail.ts";
import { decodeWords, headerOf } from "../../src/testing/parse-mail.ts";
import { TestRelay } from "../../src/testing/smtp.ts";
import { TestApp } from "../../src/testing/test-app.ts";
import { directionOf } from "../../src/wording/languages.ts";
import { wordingOf } from "../../src/wording/wording.ts";

const LANGUAGES = ["de", "ja", "ar"] as const;

describe.each(engines)("every kind of email in three languages from two projects, on $kind", (engine) => {
  let relay: TestRelay;
  let t: TestApp;
  beforeEach(async () => {
    relay = await TestRelay.start();
    const allowedSenders = ["@acme.example", "@fern.example"];
    t = await TestApp.open(engine, { smtp: { ...relay.settings, allowedSenders } });
  });
  afterEach(async () => {
    await t.close();
    await relay.down();
  });

  const withSender = async (name: string, address: string): Promise<Project> => {
    const { project } = await t.addProject(name);
    return updateProject(t.app, systemActor, project.id, { settings: { sender: { address } } });
  };

  test("arrives at a mail server in its language, with its project's sender and name", async () => {
    const projects = [
      [await withSender("Acme", "no-reply@acme.example"), "Acme", "no-reply@acme.example"],
      [await withSender("Fernweh", "konto@fern.example"), "Fernweh", "konto@fern.example"],
    ] as const;
    for (const [project, product, address] of projects) {
      for (const language of LANGUAGES) {
        relay.mails.length = 0;
        await enqueueEveryMail(t, project, language);
        expect(await t.deliverMail()).toEqual({ sent: projectMailKinds.length, failed: 0, skipped: 0 });
        const wording = await wordingOf(language);
        for (const mail of relay.mails) {
          const kind = projectMailKinds.find((kind) => mail.rcpt[0]?.startsWith(`${kind}@`)) ?? expect.fail();
          const subject = wording.text(`email.${kind}.subject`, { product });
          expect(decodeWords(headerOf(mail.headers, "subject"))).toBe(
            subject.replace(/[\u2066-\u2069]/g, ""),
          );
          expect(headerOf(mail.headers, "from")).toBe(`${product} <${address}>`);
          expect(mail.html).toContain(`<html lang="${language}" dir="${directionOf(language)}">`);
          expect(mail.text).toContain(product);
          for (const link of mail.text.match(/https?:\S+token=\S+/g) ?? []) {
            expect(new URL(link).searchParams.get("lang")).toBe(language);
          }
        }
      }
    }
  });

  test("a project that offers one language writes in no other", async () => {
    const { project } = await t.addProject("Plain");
    const plain = await updateProject(t.app, systemActor, project.id, {
      settings: { defaultLanguage: "fr", languages: ["fr"] },
    });
    await enqueueEveryMail(t, plain, "de");
    await t.deliverMail();
    for (const { html, text } of relay.mails) {
      expect(html).toContain('<html lang="fr" dir="ltr">');
      expect(text).not.toContain("lang=");
    }
  });
});
