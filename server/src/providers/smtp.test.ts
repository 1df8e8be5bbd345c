import { createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OutgoingMail } from "../domain/mail/mailer.ts";
import { headerOf } from "../testing/parse-mail.ts";
import { TestRelay } from "../testing/smtp.ts";
import { createSmtpSender, type SmtpSender } from "./smtp.ts";

const mail: OutgoingMail = {
  id: "0190-mail.1",
  at: Date.parse("2030-01-01T00:00:00Z"),
  to: "ada@example.com",
  subject: "Grüße — set a new password",
  text: `Hello ✓\n\n${"https://auth.example.com/p/demo/reset?token=".padEnd(120, "x")}\n.\n`,
  html: "<p>Hello ✓</p>",
};

/** For relays that do not answer. Others may take their time on a busy machine. */
const quick = { connectionMs: 300, greetingMs: 300, socketMs: 300, mailMs: 600 };

let relay: TestRelay;
let sender: SmtpSender;
beforeEach(async () => {
  relay = await TestRelay.start();
  sender = createSmtpSender("https://auth.example.com");
});
afterEach(async () => {
  await sender.close();
  await relay.down();
});

describe("a mail", () => {
  test("arrives whole, with the headers of an automatic message", async () => {
    expect(await sender.send(mail, relay.settings)).toEqual({
      kind: "accepted",
      answer: expect.stringMatching(/^250 /),
    });
    const [received] = relay.mails;
    expect(received).toMatchObject({
      from: "auth@example.com",
      rcpt: ["ada@example.com"],
      subject: mail.subject,
      text: mail.text,
      hello: "auth.example.com",
    });
    expect(received?.html.trim()).toBe(mail.html);
    const header = (name: string): string => headerOf(received?.headers ?? [], name);
    expect(header("from")).toBe("Example Accounts <auth@example.com>");
    expect(header("to")).toBe("ada@example.com");
    expect(header("message-id")).toBe("<0190-mail.1@auth.example.com>");
    expect(header("auto-submitted")).toBe("auto-generated");
    expect(header("date")).toBe("Tue, 01 Jan 2030 00:00:00 +0000");
    expect(header("content-type")).toMatch(/^multipart\/alternative/);
  });

  test("of a project has the project's name beside the relay's address, and its address for answers", async () => {
    await sender.send(
      { ...mail, senderName: "Fernweh, Inc.", replyTo: "help@fernweh.example" },
      relay.settings,
    );
    await sender.send({ ...mail, senderName: "Fern\r\nBcc: eve@example.com" }, relay.settings);
    const [named, hostile] = relay.mails;
    const header = (received: typeof named, name: string): string => headerOf(received?.headers ?? [], name);
    expect(header(named, "from")).toBe('"Fernweh, Inc." <auth@example.com>');
    expect(header(named, "reply-to")).toBe("help@fernweh.example");
    expect(named?.from).toBe("auth@example.com"); // the envelope is the relay's
    expect(header(hostile, "from")).toContain("<auth@example.com>");
    expect(header(hostile, "bcc")).toBe("");
    expect(header(hostile, "reply-to")).toBe("");
  });

  test("shares its connection with the next one, until the settings change", async () => {
    await sender.send(mail, relay.settings);
    await sender.send(mail, relay.settings);
    expect(relay.connections).toBe(1);
    await sender.send(mail, { ...relay.settings, from: "other@example.com" });
    expect(relay.connections).toBe(2);
    expect(relay.mails.map(({ from }) => from)).toEqual([
      "auth@example.com",
      "auth@example.com",
      "other@example.com",
    ]);
  });
});

describe("hostile strings", () => {
  test.each([
    '"a@evil.example x"@victim.example',
    "a@evil.example,b@victim.example",
    "a@evil.example b@victim.example",
    "a@evil.example\r\nRCPT TO:<b@evil.example>",
    "Ada <a@evil.example>",
    "a@evil.example>",
    "group:a@evil.example;",
    "a@evil.example\0",
    "(comment)a@evil.example",
    "a@b@evil.example",
    "",
  ])("%j is no recipient", async (to) => {
    expect(await sender.send({ ...mail, to }, relay.settings)).toMatchObject({ kind: "refused" });
    expect(relay.mails).toEqual([]);
    expect(relay.connections).toBe(0);
  });

  test("no string starts a header or a recipient of its own", async () => {
    const inject = "x\r\nBcc: evil@example.com\r\n\r\nbody\0";
    await sender.send(
      { ...mail, id: inject, subject: inject },
      { ...relay.settings, from: `Example${inject} <auth@example.com>` },
    );
    const [received] = relay.mails;
    expect(received?.rcpt).toEqual(["ada@example.com"]);
    expect(received?.headers.map(([name]) => name).sort()).toEqual([
      "auto-submitted",
      "content-type",
      "date",
      "from",
      "message-id",
      "mime-version",
      "subject",
      "to",
    ]);
    expect(received?.text).toBe(mail.text);
  });

  test("text that looks like an encoded word is shown as it is", async () => {
    const encoded = "=?utf-8?q?ceo=40bank.example=0AX?=";
    await sender.send({ ...mail, senderName: encoded, subject: encoded }, relay.settings);
    for (const name of ["from", "subject"])
      expect(headerOf(relay.mails[0]?.headers ?? [], name)).not.toMatch(/=\?|\n|ceo@/);
  });

  test("a sender's name may hold commas and quotes", async () => {
    await sender.send(mail, { ...relay.settings, from: '"Example, Inc." <auth@example.com>' });
    expect(headerOf(relay.mails[0]?.headers ?? [], "from")).toBe('"Example, Inc." <auth@example.com>');
  });

  test("a name of a file or an address of a page in the text is only text", async () => {
    await sender.send({ ...mail, text: "/etc/passwd", html: "file:///etc/passwd" }, relay.settings);
    expect(relay.mails[0]?.text.trim()).toBe("/etc/passwd");
    expect(relay.mails[0]?.html.trim()).toBe("file:///etc/passwd");
  });
});

describe("TLS and sign-in", () => {
  test("is used where the relay offers it", async () => {
    const offering = await TestRelay.start({});
    expect(await sender.send(mail, offering.settings)).toMatchObject({ kind: "accepted" });
    expect(offering.mails).toMatchObject([{ isEncrypted: true }]);
    await offering.down();
  });

  test("signs in, and a wrong password fails without telling it", async () => {
    const guarded = await TestRelay.start({
      authOptional: false,
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
    });
    const settings = { ...guarded.settings, username: "svc" };
    const wrong = await sender.send(mail, { ...settings, password: "wrong-pass" });
    expect(wrong).toMatchObject({ kind: "failed", why: expect.stringContaining("535") });
    expect(JSON.stringify(wrong)).not.toContain("wrong-pass");
    expect(await sender.send(mail, { ...settings, password: "right" })).toMatchObject({ kind: "accepted" });
    expect(guarded.mails).toMatchObject([{ user: "svc" }]);
    await guarded.down();
  });

  test("credentials go to no other machine in clear text", async () => {
    const heard: string[] = [];
    // 0.0.0.0 reaches this machine, but is not one of its loopback names.
    const server = await listen((socket) => {
      socket.write("220 relay ESMTP\r\n");
      socket.on("data", (chunk) => {
        heard.push(String(chunk));
        socket.write(
          String(chunk).startsWith("EHLO") ? "250-relay\r\n250 AUTH PLAIN LOGIN\r\n" : "502 no\r\n",
        );
      });
    });
    const outcome = await sender.send(mail, {
      host: "0.0.0.0",
      port: portOf(server),
      username: "svc",
      password: "right",
      from: "auth@example.com",
    });
    expect(outcome).toMatchObject({ kind: "failed" });
    expect(heard.join("")).not.toContain("AUTH");
    server.close();
  });

  test("a certificate that nobody vouches for gets no credentials", async () => {
    const offering = await TestRelay.start({});
    const { port } = offering.settings;
    const settings = { host: "0.0.0.0", port, username: "svc", password: "right", from: "auth@example.com" };
    expect(await sender.send(mail, settings)).toMatchObject({
      kind: "failed",
      why: expect.stringMatching(/certificate/i),
    });
    expect(offering.mails).toEqual([]);
    await offering.down();
  });
});

describe("a relay that does not answer", () => {
  test("is down", async () => {
    await relay.down();
    expect(await sender.send(mail, relay.settings)).toMatchObject({
      kind: "failed",
      why: expect.stringContaining("ECONNREFUSED"),
    });
  });

  test("says nothing, or hangs after the mail", async () => {
    const server = await listen(() => {});
    const silent = { ...relay.settings, port: portOf(server) };
    const impatient = createSmtpSender("https://auth.example.com", quick);
    expect(await impatient.send(mail, silent)).toMatchObject({ kind: "failed" });
    server.close();
    relay.mood = "hang";
    expect(await impatient.send(mail, relay.settings)).toMatchObject({ kind: "failed" });
    await impatient.close();
  });

  test("trickles: the whole attempt has an end", async () => {
    const server = await listen((socket) => {
      socket.write("220 ");
      const drip = setInterval(() => socket.write("x"), 50);
      socket.on("close", () => clearInterval(drip));
    });
    const patient = createSmtpSender("https://auth.example.com", {
      ...quick,
      connectionMs: 60_000,
      greetingMs: 60_000,
    });
    const started = performance.now();
    const outcome = await patient.send(mail, { ...relay.settings, port: portOf(server) });
    expect(outcome).toMatchObject({ kind: "failed" });
    expect(performance.now() - started).toBeGreaterThan(quick.mailMs - 50);
    expect(performance.now() - started).toBeLessThan(5_000);
    await patient.close();
    server.close();
  });

  test("can be used again afterwards", async () => {
    relay.mood = "close";
    expect(await sender.send(mail, relay.settings)).toMatchObject({ kind: "failed" });
    relay.mood = "accept";
    expect(await sender.send(mail, relay.settings)).toMatchObject({ kind: "accepted" });
    expect(relay.mails).toHaveLength(1);
  });
});

test("after close nothing is sent", async () => {
  await sender.close();
  expect(await sender.send(mail, relay.settings)).toMatchObject({ kind: "failed" });
  expect(relay.mails).toEqual([]);
});

async function listen(onSocket: (socket: Socket) => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
