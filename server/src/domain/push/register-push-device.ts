import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import type { PushDevice } from "../../storage/db.ts";
import {
  deletePushDevices,
  insertPushDevice,
  listPushDevicesOfUser,
  lockPushRegistration,
  takePushDevices,
} from "../../storage/push-devices.ts";
import { touchSession } from "../../storage/sessions.ts";
import { transact } from "../../storage/transact.ts";
import type { Project } from "../projects/project.ts";
import type { Origin } from "../sessions/device.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { sealPushToken } from "./push-token.ts";
import { recordRegistered, recordRevoked } from "./record-push-event.ts";
import { type Registration, requireRegistration } from "./registration.ts";

export const MAX_DEVICES = 20;

type RegisterApp = Pick<App, "clock" | "db" | "newId" | "secretBox">;

/**
 * Registers the installation, or updates it. A token belongs to one installation and an installation to one user, so
 * the caller takes over both from a previous user.
 */
export async function registerPushDevice(
  app: RegisterApp,
  project: Project,
  signedIn: SignedIn,
  input: Registration,
  origin: Origin,
): Promise<PushDevice> {
  const registration = requireRegistration(input);
  const by = { actor: `user:${signedIn.user.id}`, ...origin };
  return transact(app, async (app) => {
    const { device, isNew } = await replace(app, project, signedIn, registration);
    if (isNew) await recordRegistered(app, device, by);
    for (const evicted of await evict(app, device)) await recordRevoked(app, evicted, "limit", by);
    return device;
  });
}

async function replace(
  app: RegisterApp,
  project: Project,
  { user, session }: SignedIn,
  { token, notificationsEnabled, ...registration }: Registration,
): Promise<{ device: PushDevice; isNew: boolean }> {
  const now = app.clock();
  const owned = {
    ...registration,
    projectId: project.id,
    userId: user.id,
    sessionId: session.id,
    tokenHash: hashToken(token),
  };
  await lockPushRegistration(app.db, owned);
  // Locks the session, so that a concurrent sign-out either refuses this registration or removes it.
  const live = await touchSession(app.db, project.id, session.id, now);
  if (!live) throw new AppError("SESSION_REVOKED", "ended meanwhile");

  const taken = await takePushDevices(app.db, owned);
  const before = taken.find((device) => isSameInstallation(device, owned));
  const id = before?.id ?? app.newId();
  const device: PushDevice = {
    ...owned,
    id,
    tokenSealed: sealPushToken(app, { id, projectId: project.id }, token),
    notificationsEnabled: notificationsEnabled ? 1 : 0,
    createdAt: before?.createdAt ?? now,
    lastRegisteredAt: now,
  };
  await insertPushDevice(app.db, device);
  return { device, isNew: before === undefined || taken.length > 1 };
}

/** The device of another user is not reused, so that the caller does not learn its id and age. */
function isSameInstallation(
  device: PushDevice,
  owned: Pick<PushDevice, "installationId" | "userId">,
): boolean {
  return device.installationId === owned.installationId && device.userId === owned.userId;
}

/** Deletes the oldest registrations above the limit, never the newest. */
async function evict(app: Pick<App, "db">, newest: PushDevice): Promise<PushDevice[]> {
  const devices = await listPushDevicesOfUser(app.db, newest.projectId, newest.userId);
  const evicted = devices.filter(({ id }) => id !== newest.id).slice(MAX_DEVICES - 1);
  await deletePushDevices(
    app.db,
    newest.projectId,
    evicted.map(({ id }) => id),
  );
  return evicted;
}
