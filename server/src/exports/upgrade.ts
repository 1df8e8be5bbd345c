/** What `svc migrate` does on a database. */
export { describeUpgrade, finishUpgrade } from "../domain/instance/upgrade.ts";
