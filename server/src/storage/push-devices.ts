import type { Db, Millis, PushDevice, PushDeviceRow } from "./db.ts";
import { engineOf } from "./engine.ts";

type Registration = Pick<
  PushDeviceRow,
  "projectId" | "userId" | "installationId" | "provider" | "environment" | "tokenHash"
>;

/** Of two registrations that name the same token, installation or user, the later one sees what the earlier did. */
export function lockPushRegistration(db: Db, device: Registration): Promise<void> {
  const { projectId, userId, installationId, provider, environment, tokenHash } = device;
  return engineOf(db).takeAdvisoryLocks(db, [
    `push user ${projectId} ${userId}`,
    `push installation ${projectId} ${provider} ${installationId}`,
    `push token ${projectId} ${provider} ${environment} ${tokenHash}`,
  ]);
}

/** Of two concurrent reads of push tokens, the later one sees the audit event of the earlier one. */
export function lockPushTokenReads(db: Db, projectId: string): Promise<void> {
  return engineOf(db).takeAdvisoryLocks(db, [`push token reads ${projectId}`]);
}

/** Takes the installation's device away and the one that has the token: both, one or none. */
export function takePushDevices(db: Db, device: Registration): Promise<PushDevice[]> {
  return db
    .deleteFrom("pushDevices")
    .where("projectId", "=", device.projectId)
    .where("provider", "=", device.provider)
    .where((row) =>
      row.or([
        row("installationId", "=", device.installationId),
        row.and([row("environment", "=", device.environment), row("tokenHash", "=", device.tokenHash)]),
      ]),
    )
    .returningAll()
    .execute();
}

export async function insertPushDevice(db: Db, device: PushDeviceRow): Promise<void> {
  await db.insertInto("pushDevices").values(device).execute();
}

/** Of all projects: to tell a device of another one from a device that never was. */
export async function findProjectOfPushDevice(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("pushDevices").select("projectId").where("id", "=", id).executeTakeFirst();
  return row?.projectId;
}

/** The most recently registered first. */
export function listPushDevicesOfUser(db: Db, projectId: string, userId: string): Promise<PushDevice[]> {
  return db
    .selectFrom("pushDevices")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .orderBy("lastRegisteredAt", "desc")
    .orderBy("id", "desc")
    .execute();
}

export type PushDeviceFilter = {
  provider?: string;
  appId?: string;
  userId?: string;
  registeredAfter?: Millis;
};

/** Newest first, after the given device. */
export function listPushDevices(
  db: Db,
  projectId: string,
  filter: PushDeviceFilter,
  limit: number,
  after?: { createdAt: number; id: string },
): Promise<PushDevice[]> {
  const { provider, appId, userId, registeredAfter } = filter;
  let query = db.selectFrom("pushDevices").selectAll().where("projectId", "=", projectId);
  if (provider !== undefined) query = query.where("provider", "=", provider);
  if (appId !== undefined) query = query.where("appId", "=", appId);
  if (userId !== undefined) query = query.where("userId", "=", userId);
  if (registeredAfter !== undefined) query = query.where("lastRegisteredAt", ">", registeredAfter);
  if (after) {
    query = query.where((row) =>
      row.or([
        row("createdAt", "<", after.createdAt),
        row.and([row("createdAt", "=", after.createdAt), row("id", "<", after.id)]),
      ]),
    );
  }
  return query.orderBy("createdAt", "desc").orderBy("id", "desc").limit(limit).execute();
}

export type DeadPushDevice = { id: string } | { tokenHash: string };

/**
 * Deletes what is dead since `deadSince`, unless it was registered again later. One statement, so
 * that a registration at the same moment is either seen or comes after.
 */
export function deleteDeadPushDevices(
  db: Db,
  projectId: string,
  dead: DeadPushDevice,
  deadSince?: Millis,
): Promise<PushDevice[]> {
  let query = db.deleteFrom("pushDevices").where("projectId", "=", projectId);
  query = "id" in dead ? query.where("id", "=", dead.id) : query.where("tokenHash", "=", dead.tokenHash);
  if (deadSince !== undefined) query = query.where("lastRegisteredAt", "<=", deadSince);
  return query.returningAll().execute();
}

/** Deletes devices of one user and returns them: one, or all of an installation. */
export function deleteOwnPushDevices(
  db: Db,
  projectId: string,
  userId: string,
  which: { id: string } | { installationId: string },
): Promise<PushDevice[]> {
  const query = db
    .deleteFrom("pushDevices")
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .returningAll();
  return "id" in which
    ? query.where("id", "=", which.id).execute()
    : query.where("installationId", "=", which.installationId).execute();
}

export async function deletePushDevices(db: Db, projectId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom("pushDevices").where("projectId", "=", projectId).where("id", "in", ids).execute();
}

export async function deletePushDevicesOfSessions(
  db: Db,
  projectId: string,
  sessionIds: readonly string[],
): Promise<void> {
  if (sessionIds.length === 0) return;
  await db
    .deleteFrom("pushDevices")
    .where("projectId", "=", projectId)
    .where("sessionId", "in", sessionIds)
    .execute();
}

export async function deleteStalePushDevices(db: Db, before: Millis, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("pushDevices")
    .where("id", "in", (device) =>
      device.selectFrom("pushDevices").select("id").where("lastRegisteredAt", "<=", before).limit(limit),
    )
    // Again on the row itself: it may have been registered since it was picked.
    .where("lastRegisteredAt", "<=", before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
