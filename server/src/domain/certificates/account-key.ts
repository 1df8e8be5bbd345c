import { generateKeyPairSync } from "node:crypto";
import type { App } from "../../app.ts";
import { findAcmeAccount, insertAcmeAccount } from "../../storage/acme.ts";
import type { AcmeAccount } from "../../storage/db.ts";

/** The ACME account key of this instance as PEM. It is created on first use. */
export async function accountKey(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox">,
  directory: string,
): Promise<string> {
  const account = (await findAcmeAccount(app.db, directory)) ?? (await createAccount(app, directory));
  return app.secretBox.open(account.keySealed, placeOf(account.id));
}

async function createAccount(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox">,
  directory: string,
): Promise<AcmeAccount> {
  const id = app.newId();
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = privateKey.export({ type: "pkcs8", format: "pem" });
  const keySealed = app.secretBox.seal(key, placeOf(id));
  const account = { id, directory, keySealed, createdAt: app.clock() };
  await insertAcmeAccount(app.db, account);
  return (await findAcmeAccount(app.db, directory)) ?? account; // another replica may have been first
}

function placeOf(row: string) {
  return { table: "acme_accounts", column: "key_sealed", project: "", row };
}
