import { expect, test } from "vitest";
import { createMailer } from "./mailer.ts";

const mail = {
  id: "1.1",
  at: 0,
  to: "ada@example.com",
  subject: "Confirm\u001b[2J your address",
  text: "",
  html: "",
  link: "http://localhost:8080/p/demo/verify?token=abc",
};

test("without a relay the console shows recipient, subject, and the link or the code", async () => {
  const written: string[] = [];
  const mailer = createMailer("http://localhost:8080", (text) => written.push(text));
  expect(await mailer.send(mail, { source: "console" })).toMatchObject({ kind: "accepted" });
  expect(written.join("")).toBe(`
Mail, not sent because no SMTP server is configured:
  To:      ada@example.com
  Subject: Confirm\\u001b[2J your address
  Link:    http://localhost:8080/p/demo/verify?token=abc

`);
  await mailer.send({ ...mail, link: undefined }, { source: "console" });
  expect(written.at(-1)).not.toContain("Link");
  await mailer.send({ ...mail, link: undefined, code: "12345678" }, { source: "console" });
  expect(written.at(-1)).toContain("  Code:    12345678\n");
  await mailer.close();
});
