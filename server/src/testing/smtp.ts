import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import type { SmtpSettings } from "../domain/mail/mail-transport.ts";
import { type ParsedMail, parseMail } from "./parse-mail.ts";

export type ReceivedMail = ParsedMail & {
  /** Of the envelope. */
  from: string;
  rcpt: string[];
  /** How the client said hello, whether in TLS, and as whom. */
  hello: string;
  isEncrypted: boolean;
  user: string;
  /** Every byte, as a verifier of signatures needs them. */
  raw: Buffer;
};

/** What the relay does with the next mails; `hang` and `close` happen once it has the whole mail. */
export type RelayMood =
  | "accept"
  | "hang"
  | "close"
  | { at: "mail" | "rcpt" | "data"; code: number; text?: string };

/** A real SMTP server on a port of its own. It can go away and come back on the same port. */
export class TestRelay {
  mood: RelayMood = "accept";
  /** What it answers to an email that it accepts, instead of its own text. */
  accepts: string | undefined;
  /** How often a client connected. */
  connections = 0;
  readonly mails: ReceivedMail[] = [];
  readonly #options: SMTPServerOptions;
  #server: SMTPServer | undefined;
  #port = 0;

  constructor(options: SMTPServerOptions = { disabledCommands: ["STARTTLS"] }) {
    this.#options = options;
  }

  static async start(options?: SMTPServerOptions): Promise<TestRelay> {
    const relay = new TestRelay(options);
    await relay.up();
    return relay;
  }

  get settings(): SmtpSettings {
    return { host: "127.0.0.1", port: this.#port, from: "Example Accounts <auth@example.com>" };
  }

  /** The links in everything it has received. */
  get links(): string[] {
    return this.mails.flatMap(({ text }) => text.match(/^https?:\S+$/gm) ?? []);
  }

  async up(): Promise<void> {
    const server = new SMTPServer({
      logger: false,
      authOptional: true,
      closeTimeout: 50,
      onConnect: (_session, done) => {
        this.connections += 1;
        done();
      },
      onAuth: ({ username, password }, _session, done) =>
        password === "right" ? done(null, { user: username }) : done(new Error("wrong password")),
      onMailFrom: (_address, _session, done) => done(this.#refusalAt("mail")),
      onRcptTo: (_address, _session, done) => done(this.#refusalAt("rcpt")),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          if (this.mood === "hang") return;
          if (this.mood === "close") return this.#cut();
          const refusal = this.#refusalAt("data");
          if (!refusal) this.mails.push(receive(Buffer.concat(chunks), session));
          if (refusal) done(refusal);
          else done(null, this.accepts);
        });
      },
      ...this.#options,
    });
    // A client that goes away in the middle is what some tests are about.
    server.on("error", () => {});
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve));
    const address = server.server.address();
    this.#port = typeof address === "object" && address !== null ? address.port : 0;
    this.#server = server;
  }

  async down(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  #refusalAt(step: "mail" | "rcpt" | "data"): Error | null {
    const { mood } = this;
    if (typeof mood === "string" || mood.at !== step) return null;
    return Object.assign(new Error(mood.text ?? "not today"), { responseCode: mood.code });
  }

  #cut(): void {
    for (const connection of this.#server?.connections ?? []) connection.close();
  }
}

type Session = Parameters<NonNullable<SMTPServerOptions["onData"]>>[1];

function receive(raw: Buffer, session: Session): ReceivedMail {
  const { mailFrom, rcptTo } = session.envelope;
  return {
    ...parseMail(raw.toString("latin1")),
    from: mailFrom ? mailFrom.address : "",
    rcpt: rcptTo.map(({ address }) => address),
    hello: session.hostNameAppearsAs,
    isEncrypted: session.secure,
    user: typeof session.user === "string" ? session.user : "",
    raw,
  };
}
