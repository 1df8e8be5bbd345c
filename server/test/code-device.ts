import { createHash, randomBytes } from "node:crypto";
import type { Client } from "@connectrpc/connect";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import type { Project } from "../src/domain/projects/project.ts";
import type { TestApp } from "../src/testing/test-app.ts";

export const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** A device where somebody signs in with codes by email. It keeps its verifier. */
export class CodeDevice {
  flowId = "";
  readonly #auth: Client<typeof AuthService>;
  readonly #codeVerifier = randomBytes(32).toString("base64url");

  constructor(t: TestApp, project: Project, userAgent: string = CHROME) {
    this.#auth = t.client(AuthService, { "x-svc-key": project.publishableKey, "user-agent": userAgent });
  }

  /** Asked again, it has another code sent for the same flow. */
  async ask(email: string, deviceToken = ""): Promise<void> {
    const codeChallenge = createHash("sha256").update(this.#codeVerifier).digest("base64url");
    const asked = { email, codeChallenge, flowId: this.flowId, deviceToken };
    ({ flowId: this.flowId } = await this.#auth.requestEmailCode(asked));
  }

  /** With the flow of a link, if the app was opened by one. */
  signIn(code: string, flowId: string = this.flowId, deviceToken = ""): Promise<TokenResponse> {
    return this.#auth.signInWithEmailCode({ flowId, code, codeVerifier: this.#codeVerifier, deviceToken });
  }
}

/** What the link of an email carries into the app. */
export function codeIn(link: string): { flowId: string; code: string } {
  const { searchParams } = new URL(link);
  return { flowId: searchParams.get("flow") ?? "", code: searchParams.get("code") ?? "" };
}
