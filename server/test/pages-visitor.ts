import { newEmailToken } from "../src/domain/mail/email-token.ts";
import type { Project } from "../src/domain/projects/project.ts";
import type { TestApp } from "../src/testing/test-app.ts";

export type PageName = "verify" | "reset" | "confirm-email" | "delete-account";

export const pageNames: readonly PageName[] = ["verify", "reset", "confirm-email", "delete-account"];

const PURPOSES = {
  verify: "verify_email",
  reset: "reset_password",
  "confirm-email": "change_email",
  "delete-account": "delete_account",
} as const satisfies Record<PageName, string>;

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

  submit(page: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Seen> {
    return this.open(page, { method: "POST", body: new URLSearchParams(fields), headers });
  }

  /** The token of a fresh link to one of the pages, as a mail would carry it. */
  link(page: PageName, userId: string, email: string): Promise<string> {
    const user = { id: userId, projectId: this.#project.id };
    return newEmailToken(this.#t.app, user, PURPOSES[page], email);
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
