import type { App } from "../../app.ts";
import type { Millis } from "../../storage/db.ts";
import {
  deleteInstanceSetting,
  findInstanceSetting,
  putInstanceSetting,
} from "../../storage/instance-settings.ts";
import { findOldestWaitingMail } from "../../storage/listed-mails.ts";
import { transact } from "../../storage/transact.ts";

type Failures = { failures: number; since: Millis; lastAt: Millis; last: string };

export type RelayStatus = Readonly<{
  isFailing: boolean;
  failures: Failures | undefined;
  waiting: number;
  oldestAt: Millis | undefined;
}>;

const KEY = "mail_relay_failures";
const BOUNCES_KEY = "mail_bounces_in_a_row";
/** One failure may be a relay that asks us to come back later. */
const FAILING = 2;

export async function relayStatus(app: Pick<App, "db">): Promise<RelayStatus> {
  const failures = await findFailures(app);
  const waiting = await findOldestWaitingMail(app.db);
  return { isFailing: (failures?.failures ?? 0) >= FAILING, failures, ...waiting };
}

/** An attempt failed: the relay was not reached, or did not accept the email for now. */
export function noteRelayFailed(app: Pick<App, "clock" | "db">, answer: string): Promise<void> {
  return transact(app, async (app) => {
    const now = app.clock();
    const before = await findFailures(app);
    const failures: Failures = {
      failures: (before?.failures ?? 0) + 1,
      since: before?.since ?? now,
      lastAt: now,
      last: answer,
    };
    await putInstanceSetting(app.db, KEY, JSON.stringify(failures), now);
  });
}

/** The relay accepted an email, or another relay is used from now on. */
export async function forgetRelayFailures(app: Pick<App, "db">): Promise<void> {
  if ((await findFailures(app)) !== undefined) await deleteInstanceSetting(app.db, KEY);
  if ((await bouncesInARow(app)) > 0) await deleteInstanceSetting(app.db, BOUNCES_KEY);
}

/** How many addresses were flagged as bouncing since the relay last accepted an email. */
export async function bouncesInARow(app: Pick<App, "db">): Promise<number> {
  return Number((await findInstanceSetting(app.db, BOUNCES_KEY)) ?? 0);
}

/** Call it in the transaction that flags one. */
export async function noteBounceInARow(app: Pick<App, "clock" | "db">): Promise<void> {
  await putInstanceSetting(app.db, BOUNCES_KEY, String((await bouncesInARow(app)) + 1), app.clock());
}

/** Whether no email was accepted since the last attempt that failed. */
export async function hasRelayFailed(app: Pick<App, "db">): Promise<boolean> {
  return (await findFailures(app)) !== undefined;
}

async function findFailures(app: Pick<App, "db">): Promise<Failures | undefined> {
  const json = await findInstanceSetting(app.db, KEY);
  return json === undefined ? undefined : (JSON.parse(json) as Failures);
}
