import type { App } from "../../app.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import type { Millis } from "../../storage/db.ts";
import type { Project } from "../projects/project.ts";
import { type Claims, UntrustedToken, verifyProviderJwt } from "./verify-provider-jwt.ts";

export type AppleNotification = Readonly<{
  jti: string;
  type: string;
  subject: string;
  /** When it happened at Apple. */
  happenedAt: Millis;
}>;

/** Apple retries for days. */
const MAX_AGE_MS = 7 * 86_400_000;
const SLACK_MS = 60_000;

/** Verifies that a notification comes from Apple and is for this project, and reads it. */
export async function readAppleNotification(
  app: Pick<App, "clock" | "identityProviders">,
  project: Project,
  payload: string,
): Promise<AppleNotification> {
  try {
    const claims = await verifyProviderJwt(app, "apple", payload);
    requireForUs(app.clock(), project, claims);
    return readEvent(app.clock(), claims);
  } catch (error) {
    if (error instanceof UntrustedToken) {
      throw new AppError("INVALID_REQUEST", `payload: ${error.message}`, {
        field: "payload",
        problem: "is not an Apple notification for this project",
      });
    }
    throw error;
  }
}

/** The audience is the App ID. */
function requireForUs(now: Millis, project: Project, { iss, aud, iat, exp = iat }: Claims): void {
  const { bundleId } = project.settings.apple;
  if (iss !== "https://appleid.apple.com") throw new UntrustedToken(`issued by ${JSON.stringify(iss)}`);
  if (bundleId === "" || aud !== bundleId) throw new UntrustedToken(`issued for ${JSON.stringify(aud)}`);
  if (typeof iat !== "number" || typeof exp !== "number") throw new UntrustedToken("iat or exp is no time");
  if (iat * 1000 > now + SLACK_MS) throw new UntrustedToken("from the future");
  const until = exp === iat ? iat * 1000 + MAX_AGE_MS : exp * 1000 + SLACK_MS;
  if (now > Math.min(until, iat * 1000 + MAX_AGE_MS)) throw new UntrustedToken("too old");
}

/** Apple encodes the event as a JSON string within the JSON. */
function readEvent(now: Millis, { jti, events }: Claims): AppleNotification {
  if (typeof jti !== "string" || jti === "" || jti.length > 255) throw new UntrustedToken("no usable jti");
  const { type, sub, event_time: time } = eventOf(events);
  if (typeof type !== "string" || typeof sub !== "string") throw new UntrustedToken("no event in it");
  return { jti, type, subject: sub, happenedAt: typeof time === "number" ? Math.min(time, now) : now };
}

function eventOf(events: unknown): Claims {
  try {
    const event: unknown = typeof events === "string" ? JSON.parse(events) : events;
    if (typeof event === "object" && event !== null) return event as Claims;
  } catch {
    // Reported below.
  }
  throw new UntrustedToken("events is no JSON object");
}

/** Reads the payload from the request body. */
export function payloadOf(body: string): string {
  try {
    const { payload } = JSON.parse(body) as { payload?: unknown };
    if (typeof payload === "string" && payload !== "") return payload;
  } catch {
    // Reported below.
  }
  throw invalidRequest("payload", "is required");
}
