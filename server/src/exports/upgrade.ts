/** What `svc migrate` does on a database. */
export { withDatabaseAsItIs } from "../compose/open-storage.ts";
export { describeUpgrade, finishUpgrade } from "../domain/instance/upgrade.ts";
export { planUpgrade } from "../storage/plan-upgrade.ts";
