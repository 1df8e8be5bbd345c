import { generateKeyPairSync } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Authorization, Client, Order } from "acme-client";
import type { CertificateAuthority, CertificateRequest, IssueOutcome } from "../domain/certificates/https.ts";
import { acmeTransport, RateLimited } from "./acme-transport.ts";

type Acme = typeof import("acme-client");

const FIRST_POLL_MS = 250;
const LONGEST_POLL_MS = 5_000;

/** An ACME authority (RFC 8555), with http-01 challenges. */
export function createAcmeAuthority(options: {
  directory: string;
  /** A root certificate as PEM. Default: the public roots. */
  ca: string | undefined;
}): CertificateAuthority {
  return {
    directory: options.directory,

    async issue(request, signal) {
      try {
        const acme = await import("acme-client");
        // The library's HTTP client is global, retries by itself and hides why it could not connect.
        acme.axios.defaults.adapter = acmeTransport({ ca: options.ca, signal }) as never;
        const client = new acme.Client({ directoryUrl: options.directory, accountKey: request.accountKey });
        return await issue(acme, client, request, signal);
      } catch (error) {
        const why = signal.aborted ? "it took too long" : (error as Error).message;
        const retryAfterMs = error instanceof RateLimited ? error.retryAfterMs : undefined;
        return { kind: "refused", why, retryAfterMs };
      }
    },
  };
}

async function issue(
  acme: Acme,
  client: Client,
  { domains, email, publishChallenge }: CertificateRequest,
  signal: AbortSignal,
): Promise<IssueOutcome> {
  await findAccount(client, email);
  const order = await client.createOrder({
    identifiers: domains.map((value) => ({ type: "dns", value })),
  });
  for (const authorization of await client.getAuthorizations(order)) {
    if (authorization.status === "pending") await prove(client, authorization, publishChallenge);
  }
  const ready = await settle(client, order, ["ready", "valid"], signal);
  const privateKey = generateKeyPairSync("ec", { namedCurve: "P-256" })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();
  const [, csr] = await acme.crypto.createCsr({ altNames: [...domains] }, privateKey);
  const finalized = await client.finalizeOrder(ready, csr);
  const chain = await client.getCertificate(await settle(client, finalized, ["valid"], signal));
  return { kind: "issued", chain, privateKey };
}

/** Creates the account, or updates an existing one. Some authorities reject an update without changes, which is fine. */
async function findAccount(client: Client, email: string | undefined): Promise<void> {
  const contact = email === undefined ? {} : { contact: [`mailto:${email}`] };
  await client.createAccount({ termsOfServiceAgreed: true, ...contact }).catch((error: unknown) => {
    if (!isKnown(client)) throw error;
  });
}

function isKnown(client: Client): boolean {
  try {
    return client.getAccountUrl() !== "";
  } catch {
    return false;
  }
}

async function prove(
  client: Client,
  { identifier, challenges }: Authorization,
  publishChallenge: CertificateRequest["publishChallenge"],
): Promise<void> {
  const challenge = challenges.find(({ type }) => type === "http-01");
  if (!challenge) throw new Error(`the authority does not offer http-01 for ${identifier.value}`);
  await publishChallenge(challenge.token, await client.getChallengeKeyAuthorization(challenge));
  await client.completeChallenge(challenge);
}

async function settle(
  client: Client,
  order: Order,
  wanted: readonly Order["status"][],
  signal: AbortSignal,
): Promise<Order> {
  let now = order;
  for (let wait = FIRST_POLL_MS; !wanted.includes(now.status); wait = Math.min(wait * 2, LONGEST_POLL_MS)) {
    if (now.status === "invalid") throw new Error(await whyInvalid(client, now));
    await pause(wait, undefined, { signal });
    now = await client.getOrder(now);
  }
  return now;
}

/** The cause of a failed order is in its challenges. */
async function whyInvalid(client: Client, order: Order): Promise<string> {
  const authorizations = await client.getAuthorizations(order);
  const reasons = authorizations.flatMap(({ identifier, challenges }) =>
    challenges.flatMap(({ error }) => (error ? [`${identifier.value}: ${detailOf(error)}`] : [])),
  );
  return reasons.join("; ") || detailOf(order.error);
}

function detailOf(problem: unknown): string {
  const { detail } = Object(problem);
  return typeof detail === "string" ? detail : "the authority refused without saying why";
}
