import { hashToken, newToken } from "../src/crypto/random-token.ts";
import { newEmailToken, UNDO_LIFETIME_MS } from "../src/domain/mail/email-token.ts";
import type { Project } from "../src/domain/projects/project.ts";
import { insertAddressUndo } from "../src/storage/address-undos.ts";
import type { TestApp } from "../src/testing/test-app.ts";

export type PageName = "verify" | "reset" | "confirm-email" | "delete-account" | "undo-email-change";

export const pageNames: readonly PageName[] = [
  "verify",
  "reset",
  "confirm-email",
  "delete-account",
  "undo-email-change",
];

const PURPOSES = {
  verify: "verify_email",
  reset: "reset_password",
  invite: "invite_user",
  "confirm-email": "change_email",
  "delete-account": "delete_account",
} as const;

export type Seen = { status: number; headers: Headers; text: string };

/** Somebody at a project's pages with a browser that does nothing by itself. */
export class Visitor {
  readonly #t: TestApp;
  readonly #project: Project;

  constructor(t: TestApp, project: Project) {
    this.#t = t;
    this.#project = project;
  }

  address(page: string): string {
    return `${this.#t.url}/p/${this.#project.slug}/${page}`;
  }

  open(page: string, init: RequestInit = {}): Promise<Seen> {
    return see(fetch(this.address(page), init));
  }

  /** Fields as pairs where one of them comes several times. */
  submit(
    page: string,
    fields: Record<string, string> | [string, string][],
    headers: Record<string, string> = {},
  ): Promise<Seen> {
    return this.open(page, { method: "POST", body: new URLSearchParams(fields), headers });
  }

  /** The token of a fresh link to one of the pages, as a mail would carry it. */
  async link(page: PageName | "invite", userId: string, email: string): Promise<string> {
    const user = { id: userId, projectId: this.#project.id };
    if (page !== "undo-email-change") return newEmailToken(this.#t.app, user, PURPOSES[page], email);
    const { app } = this.#t;
    const [token, now] = [newToken(), app.clock()];
    const about = { projectId: user.projectId, userId, email, verifiedAt: now, changedAt: now };
    const link = { hash: hashToken(token), expiresAt: now + UNDO_LIFETIME_MS };
    await insertAddressUndo(app.db, { id: app.newId(), ...about, ...link });
    return token;
  }
}

async function see(answer: Promise<Response>): Promise<Seen> {
  const response = await answer;
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** What stands in the page's heading. */
export function headingOf({ text }: Seen): string {
  return /<h1>(.*?)<\/h1>/s.exec(text)?.[1] ?? "";
}
