import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServerClient } from "@svc/sdk/server";
import { createApns, keepProviderToken } from "./apns.ts";
import { createFcm } from "./fcm.ts";
import type { Send } from "./message.ts";
import { type Senders, sendToDevices } from "./send-to-devices.ts";

const {
  AUTH_URL = "http://localhost:8080",
  AUTH_SECRET_KEY = "",
  FCM_SERVICE_ACCOUNT,
  FCM_URL = "https://fcm.googleapis.com",
  APNS_KEY,
  APNS_KEY_ID = "",
  APNS_TEAM_ID = "",
  APNS_URL = "https://api.push.apple.com",
  APNS_SANDBOX_URL = "https://api.sandbox.push.apple.com",
} = process.env;

const [title, body, userId] = process.argv.slice(2);
if (title === undefined || body === undefined) throw new Error('node send.ts "<title>" "<body>" [<user id>]');

/** For a vendor without a key. */
const noKey: Send = async () => ({ kind: "failed", code: "no key for this vendor" });
const closing: (() => void)[] = [];

function openFcm(): Send {
  if (FCM_SERVICE_ACCOUNT === undefined) return noKey;
  return createFcm(JSON.parse(readFileSync(FCM_SERVICE_ACCOUNT, "utf8")), FCM_URL);
}

function openApns(): Senders["apns"] {
  if (APNS_KEY === undefined) return { production: noKey, sandbox: noKey };
  const privateKey = readFileSync(APNS_KEY, "utf8");
  const providerToken = keepProviderToken({ teamId: APNS_TEAM_ID, keyId: APNS_KEY_ID, privateKey });
  const production = createApns(providerToken, APNS_URL);
  const sandbox = createApns(providerToken, APNS_SANDBOX_URL);
  closing.push(production.close, sandbox.close);
  return { production, sandbox };
}

const server = createServerClient({ baseUrl: AUTH_URL, secretKey: AUTH_SECRET_KEY });
const log = (line: string) => process.stderr.write(`${line}\n`);
const message = { id: randomUUID(), title, body };
const counts = await sendToDevices(server, { fcm: openFcm(), apns: openApns() }, message, { userId, log });
for (const close of closing) close();
process.stdout.write(`${JSON.stringify(counts)}\n`);
if (counts.later + counts.failed > 0) process.exitCode = 1;
