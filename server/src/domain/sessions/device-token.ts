import { timingSafeEqual } from "node:crypto";
import type { App } from "../../app.ts";
import { decodeBase64url } from "../../crypto/base64url.ts";
import { hashToken, newToken } from "../../crypto/random-token.ts";

/** What a device token says. It was issued to one installation for one account. */
export type DeviceToken = Readonly<{
  /** The user's or administrator's id. */
  owner: string;
  /** Random; it stays the same while an installation renews its token. */
  id: string;
  /** In seconds. */
  issuedAt: number;
  /** Of the owner's credentials when the token was issued. */
  epoch: string;
}>;

/** A project's users, or the administrators, who belong to none. */
export type TokenOwners = Readonly<{ projectId: string }>;
export const ADMINISTRATORS: TokenOwners = { projectId: "" };

type TokenApp = Pick<App, "clock" | "secretBox">;

export const DEVICE_TOKEN_DAYS = 180;
const DAY_SECONDS = 86_400;
const MAX_LENGTH = 512;

/** `id` is that of the token which the installation has already, if it still counts. */
export function issueDeviceToken(
  app: TokenApp,
  owners: TokenOwners,
  { owner, epoch, id = newDeviceId() }: { owner: string; epoch: string; id?: string | undefined },
): string {
  const issuedAt = Math.floor(app.clock() / 1000);
  const text = JSON.stringify([owner, id, issuedAt, epoch]);
  return `${Buffer.from(text).toString("base64url")}.${macOf(app, owners, text).toString("base64url")}`;
}

/** Undefined when this server did not issue it to these owners, or too long ago. Whether its epoch still holds is not checked. */
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

/** 16 characters are enough to tell installations apart; nobody has to guess them. */
function newDeviceId(): string {
  return hashToken(newToken()).slice(0, 16);
}
