import type { App } from "../../app.ts";
import type { ProjectDetails } from "../projects/project-details.ts";
import { clockCheck, keysCheck, orUnavailable, type ProviderCheck, providerCheck } from "./provider-check.ts";
import { webClient } from "./provider-client.ts";
import { callbackUrlOf } from "./start-flow.ts";

const CLIENT_ID = /^\d+-[a-z\d]+\.apps\.googleusercontent\.com$/;

type CheckApp = Pick<App, "baseUrl" | "clock" | "db" | "identityProviders" | "secretBox">;

export async function checkGoogle(app: CheckApp, project: ProjectDetails): Promise<ProviderCheck[]> {
  const setUp = `svc setup google --project ${project.slug}`;
  if (!project.settings.google.enabled) {
    return [providerCheck("google", "Google sign-in").ok("not enabled", `${setUp} sets it up`)];
  }
  const [keys, secret] = await Promise.all([
    keysCheck(
      providerCheck("google_keys", "Google's keys"),
      "Google",
      app.identityProviders.google.countKeys,
    ),
    secretChecks(app, project, setUp),
  ]);
  return [
    idsCheck(project, setUp),
    keys,
    ...secret,
    ...redirectCheck(app, project),
    ...androidCheck(project, setUp),
  ];
}

function idsCheck({ settings: { google } }: ProjectDetails, setUp: string): ProviderCheck {
  const check = providerCheck("google", "Google sign-in");
  const ids = {
    web_client_id: google.webClientId,
    ios_client_id: google.iosClientId,
    android_client_id: google.androidClientId,
  };
  const given = Object.entries(ids).filter(([, id]) => id !== "");
  const wrong = given.filter(([, id]) => !CLIENT_ID.test(id));
  if (wrong.length > 0) {
    const seen = wrong.map(([name, id]) => `google.${name} is ${id}`).join(", ");
    return check.failure(
      `${seen}: not a Google client id`,
      "use ids that look like 1234-abcd.apps.googleusercontent.com",
    );
  }
  if (google.androidClientId !== "" && google.webClientId === "") {
    const seen =
      "android_client_id is set without web_client_id, but Android tokens are issued for the web client";
    return check.failure(seen, `${setUp} --web-client-id ...`);
  }
  const projects = new Set(given.map(([, id]) => id.split("-", 1)[0]));
  if (projects.size > 1) {
    const seen = `the client ids belong to different Google Cloud projects (${[...projects].join(", ")})`;
    return check.warning(seen, "create all of them in one project, so that users see one consent screen");
  }
  return check.ok(given.map(([name]) => name).join(", "));
}

async function secretChecks(app: CheckApp, project: ProjectDetails, setUp: string): Promise<ProviderCheck[]> {
  const check = providerCheck("google_secret", "Google web secret");
  const { webClientId } = project.settings.google;
  if (webClientId === "") return [check.ok("not needed without a web client id")];
  const client = await webClient(app, project, "google");
  if (client === undefined) {
    const seen = "no secret is stored: sign-in in the browser does not work, sign-in in the app does";
    return [check.warning(seen, `${setUp} --web-client-secret - < secret.txt`)];
  }
  const outcome = await orUnavailable(app.identityProviders.google.probe(client));
  const clock = clockCheck(providerCheck("google_clock", "clock and Google's"), "Google", app.clock(), [
    outcome,
  ]);
  if ("unavailable" in outcome)
    return [check.unknown(`stored, but could not be tested: ${outcome.unavailable}`)];
  if (outcome.kind === "accepted") return [check.ok("Google accepts it"), ...clock];
  if (outcome.error === "invalid_client") {
    const remedy = `copy the client id and secret again from the Google Cloud console, then run ${setUp} --web-client-secret -`;
    return [check.failure("Google rejects it (invalid_client)", remedy), ...clock];
  }
  const remedy = "check the web client in the Google Cloud console: it may be disabled or deleted";
  return [check.warning(`Google answers ${outcome.error}`, remedy), ...clock];
}

function redirectCheck(app: CheckApp, { settings }: ProjectDetails): ProviderCheck[] {
  if (settings.google.webClientId === "") return [];
  const check = providerCheck("google_redirect", "Google redirect URI");
  const address = callbackUrlOf(app, "google");
  const { protocol, hostname } = new URL(address);
  const isLocal = hostname === "localhost" || hostname === "127.0.0.1";
  if (protocol === "https:" || isLocal) return [check.ok(address)];
  return [
    check.warning(
      `${address} is not https: Google rejects it, sign-in in the browser does not work`,
      "start the server with an https --base-url",
    ),
  ];
}

function androidCheck({ settings: { google } }: ProjectDetails, setUp: string): ProviderCheck[] {
  const check = providerCheck("google_android", "Android app");
  const { androidPackage, androidSha256Fingerprints: certificates, androidClientId } = google;
  if (androidPackage === "" && certificates.length === 0 && androidClientId === "") return [];
  if (androidPackage === "") {
    const seen = "no package name is set, so /.well-known/assetlinks.json does not list the app";
    return [check.warning(seen, `${setUp} --android-package com.example.app`)];
  }
  if (certificates.length === 0) {
    const seen = `${androidPackage} has no SHA-256 fingerprint, so /.well-known/assetlinks.json does not list it`;
    return [check.warning(seen, `${setUp} --keystore upload.jks`)];
  }
  const count = certificates.length === 1 ? "one certificate" : `${certificates.length} certificates`;
  return [check.ok(`${androidPackage}, ${count}`)];
}
