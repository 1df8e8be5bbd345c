import { newUser } from "../domain/accounts/new-user.ts";
import { enqueueMail, type MailKind } from "../domain/mail/enqueue-mail.ts";
import type { Project } from "../domain/projects/project.ts";
import type { EmailToken, OutboxMail, User } from "../storage/db.ts";
import { insertUser } from "../storage/users.ts";
import type { Engine } from "./engines.ts";
import { TestRelay } from "./smtp.ts";
import { TestApp } from "./test-app.ts";

/** A server with one project whose emails go through a real relay. */
export class MailBench {
  t: TestApp;
  readonly relay: TestRelay;
  readonly project: Project;

  private constructor(t: TestApp, relay: TestRelay, project: Project) {
    this.t = t;
    this.relay = relay;
    this.project = project;
  }

  static async open(engine: Engine): Promise<MailBench> {
    const relay = await TestRelay.start();
    const t = await TestApp.open(engine, { smtp: relay.settings });
    const { project } = await t.addProject();
    return new MailBench(t, relay, project);
  }

  async close(): Promise<void> {
    await this.t.close();
    await this.relay.down();
  }

  async addUser(email: string, facts: Partial<User> = {}): Promise<User> {
    const user = newUser(this.t.app, this.project, {
      email,
      displayName: "Click https://evil.example now",
      ...facts,
    });
    await insertUser(this.t.app.db, user);
    return user;
  }

  enqueue(kind: MailKind, recipient: string, userId?: string): Promise<{ id: string }> {
    const mail = { kind, recipient, ...(userId === undefined ? {} : { userId }) };
    return enqueueMail(this.t.app, this.project.id, mail);
  }

  outbox(): Promise<OutboxMail[]> {
    return this.t.app.db.selectFrom("outbox").selectAll().orderBy("createdAt").orderBy("id").execute();
  }

  tokens(): Promise<EmailToken[]> {
    return this.t.app.db.selectFrom("emailTokens").selectAll().execute();
  }

  get logged(): string {
    return this.t.logLines.join("");
  }
}
