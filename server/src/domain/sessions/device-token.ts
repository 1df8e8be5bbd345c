import { timingSafeEqual } from "node:crypto";
import type { App } from "../../app.ts";
import { decodeBase64url } from "../../crypto/base64url.ts";
import { hashToken, newToken } from "../../crypto/random-token.ts";

/** The content of a device token, which is issued to one installation for one account. */
export type DeviceToken = Readonly<{
  /** The user's or administrator's id. */
  owner: string;
  /** Random. It stays the same when the installation renews its token. */
  id: string;
  /** In seconds. */
  issuedAt: number;
  /** The epoch of the owner's credentials when the token was issued. */
  epoch: string;
}>;

/** Either the users of a project or the administrators, who belong to no project. */
export type TokenOwners = Readonly<{ projectId: string }>;
export const ADMINISTRATORS: TokenOwners = { projectId: "" };

type TokenApp = Pick<App, "clock" | "secretBox">;

export const DEVICE_TOKEN_DAYS = 180;
const DAY_SECONDS = 86_400;
const MAX_LENGTH = 512;

/** `id` is the id of the installation's current token, if that is still valid. */
export function issueDeviceToken(
  app: TokenApp,
  owners: TokenOwners,
  { owner, epoch, id = newDeviceId() }: { owner: string; epoch: string; id?: string | undefined },
): string {
  const issuedAt = Math.floor(app.clock() / 1000);
  const text = JSON.stringify([owner, id, issuedAt, epoch]);
  return `${Buffer.from(text).toString("base64url")}.${macOf(app, owners, text).toString("base64url")}`;
}

/** Returns undefined when this server did not issue the token to these owners, or when it has expired. Does not check the epoch. */
export function readDeviceToken(app: TokenApp, owners: TokenOwners, token: string): DeviceToken | undefined {
  if (token === "" || token.length > MAX_LENGTH) return undefined;
  const [payload, tag, ...others] = token.split(".").map(decodeBase64url);
  if (!payload || !tag || others.length > 0) return undefined;
  const text = payload.toString("utf8");
  const expected = macOf(app, owners, text);
  if (tag.length !== expected.length || !timingSafeEqual(tag, expected)) return undefined;
  const [owner, id, issuedAt, epoch] = JSON.parse(text) as [string, string, number, string];
  const age = app.clock() / 1000 - issuedAt;
  return age < DEVICE_TOKEN_DAYS * DAY_SECONDS ? { owner, id, issuedAt, epoch } : undefined;
}

function macOf(app: TokenApp, { projectId }: TokenOwners, text: string): Buffer {
  return app.secretBox.mac(projectId, "device token", text);
}

/** 16 characters distinguish installations; the id need not be unguessable. */
function newDeviceId(): string {
  return hashToken(newToken()).slice(0, 16);
}
