import type { StoreAnswer } from "@svc/server/providers";
import { Failure } from "../../failure.ts";
import type { GoogleClient } from "./google-client.ts";

/**
 * The app's default language, in which everything that it sells must be described. Google tells it within an edit
 * only, so one is opened and thrown away. That changes nothing in the app, but it ends an edit that the same account
 * has open, so it is asked for only when something is to be created.
 */
export async function defaultLanguage(client: GoogleClient, packageName: string): Promise<string> {
  const edits = `${encodeURIComponent(packageName)}/edits`;
  const opened = await client.play("POST", edits, { body: {} });
  const { id } = opened.json;
  if (opened.status !== 200 || typeof id !== "string") throw noLanguage(opened);
  const edit = `${edits}/${encodeURIComponent(id)}`;
  const details = await client.play("GET", `${edit}/details`);
  await client.play("DELETE", edit);
  const { defaultLanguage: language } = details.json;
  if (typeof language !== "string" || language === "") throw noLanguage(details);
  return language;
}

function noLanguage({ status }: StoreAnswer): Failure {
  if (status === 404) {
    const hint = "upload a first version of the app in the Play Console, and compare its package name";
    return new Failure("not_found", "PROVIDER_REFUSED", "Google Play does not know the app (404)", hint);
  }
  const hint = "set it in the Play Console, Store presence, Main store listing, and run this again";
  return new Failure(
    "failed_precondition",
    "PROVIDER_REFUSED",
    "the app has no default language in Google Play",
    hint,
  );
}
