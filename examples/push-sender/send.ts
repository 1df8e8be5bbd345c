import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServerClient } from "@svc/sdk/server";
import { createApns, keepProviderToken } from "./apns.ts";
import { createFcm } from "./fcm.ts";
import { sendToDevices } from "./send-to-devices.ts";

const {
  AUTH_URL = "http://localhost:8080",
  AUTH_SECRET_KEY = "",
  FCM_SERVICE_ACCOUNT = "service-account.json",
  FCM_URL = "https://fcm.googleapis.com",
  APNS_KEY = "AuthKey.p8",
  APNS_KEY_ID = "",
  APNS_TEAM_ID = "",
  APNS_URL = "https://api.push.apple.com",
  APNS_SANDBOX_URL = "https://api.sandbox.push.apple.com",
} = process.env;

const [title, body, userId] = process.argv.slice(2);
if (title === undefined || body === undefined) throw new Error('node send.ts "<title>" "<body>" [<user id>]');

const server = createServerClient({ baseUrl: AUTH_URL, secretKey: AUTH_SECRET_KEY });
const apnsKey = { teamId: APNS_TEAM_ID, keyId: APNS_KEY_ID, privateKey: readFileSync(APNS_KEY, "utf8") };
const providerToken = keepProviderToken(apnsKey);
const senders = {
  fcm: createFcm(JSON.parse(readFileSync(FCM_SERVICE_ACCOUNT, "utf8")), FCM_URL),
  apns: {
    production: createApns(providerToken, APNS_URL),
    sandbox: createApns(providerToken, APNS_SANDBOX_URL),
  },
};

const log = (line: string) => process.stderr.write(`${line}\n`);
const message = { id: randomUUID(), title, body };
const counts = await sendToDevices(server, senders, message, { userId, log });
senders.apns.production.close();
senders.apns.sandbox.close();
process.stdout.write(`${JSON.stringify(counts)}\n`);
if (counts.later + counts.failed > 0) process.exitCode = 1;
