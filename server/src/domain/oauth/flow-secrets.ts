import { hash } from "node:crypto";
import type { App } from "../../app.ts";
import { newToken } from "../../crypto/random-token.ts";
import type { SealedPlace } from "../../crypto/secret-box.ts";
import type { OauthFlow } from "../../storage/db.ts";

/** Secrets of a flow that the provider's response must match. Only this server knows them. */
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

/** Hashes the nonce like native apps do, so that both kinds of tokens pass the same check. */
export function hashNonce(nonce: string): string {
  return hash("sha256", nonce, "hex");
}

function placeOf({ projectId, stateHash }: Pick<OauthFlow, "projectId" | "stateHash">): SealedPlace {
  return { table: "oauth_flows", column: "secrets_sealed", project: projectId, row: stateHash };
}
