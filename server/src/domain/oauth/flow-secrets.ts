import { hash } from "node:crypto";
import type { App } from "../../app.ts";
import { newToken } from "../../crypto/random-token.ts";
import type { SealedPlace } from "../../crypto/secret-box.ts";
import type { OauthFlow } from "../../storage/db.ts";

/** What only this server knows of a redirect until the provider's answer has to match it. */
export type FlowSecrets = Readonly<{ codeVerifier: string; nonce: string }>;

export function newFlowSecrets(): FlowSecrets {
  return { codeVerifier: newToken(), nonce: newToken() };
}

export function sealFlowSecrets(
  app: Pick<App, "secretBox">,
  flow: Pick<OauthFlow, "projectId" | "stateHash">,
  secrets: FlowSecrets,
): string {
  return app.secretBox.seal(JSON.stringify(secrets), placeOf(flow));
}

export function openFlowSecrets(app: Pick<App, "secretBox">, flow: OauthFlow): FlowSecrets {
  return JSON.parse(app.secretBox.open(flow.secretsSealed, placeOf(flow))) as FlowSecrets;
}

/** As native apps send it: the provider's token then passes the same check as theirs. */
export function hashNonce(nonce: string): string {
  return hash("sha256", nonce, "hex");
}

function placeOf({ projectId, stateHash }: Pick<OauthFlow, "projectId" | "stateHash">): SealedPlace {
  return { table: "oauth_flows", column: "secrets_sealed", project: projectId, row: stateHash };
}
