import type { GoogleSettingsJson } from "@svc/proto/svc/admin/v1/project_pb";
import { shellLine } from "../shell-line.ts";
import { type SetupStep, step } from "./step.ts";

export type GoogleFacts = Readonly<{
  slug: string;
  baseUrl: string;
  google: GoogleSettingsJson;
  gcpProject: string;
  iosBundleId: string;
}>;

/** No API makes Google's client ids: exactly what to click and what to paste. */
export function googleSteps(facts: GoogleFacts): SetupStep[] {
  return [webStep(facts), ...androidSteps(facts), ...iosSteps(facts), audienceStep(facts)];
}

function consoleAt(page: string, { gcpProject }: GoogleFacts): string {
  const query = gcpProject === "" ? "" : `?project=${gcpProject}`;
  return `https://console.cloud.google.com/auth/${page}${query}`;
}

function again({ slug }: GoogleFacts, flags: Record<string, string>): string {
  return shellLine("svc", "setup", "google", { project: slug, ...flags });
}

function webStep(facts: GoogleFacts): SetupStep {
  const { google, baseUrl } = facts;
  const redirect = { "Authorised redirect URI": `${baseUrl}/oauth/google/callback` };
  if (google.webClientId) {
    return step("The web client must have this redirect URI, letter by letter", {
      at: consoleAt(`clients/${google.webClientId}`, facts),
      values: redirect,
      afterwards: google.hasWebClientSecret
        ? ""
        : `${again(facts, { "web-client-secret": "-" })}   for sign-in through the browser`,
    });
  }
  return step("Create a client of type Web application; Android and the browser need it", {
    at: consoleAt("clients", facts),
    values: redirect,
    afterwards: again(facts, { "web-client-id": "ID", "web-client-secret": "-" }),
  });
}

function androidSteps(facts: GoogleFacts): SetupStep[] {
  const { google } = facts;
  const { androidPackage = "", androidSha1Fingerprints: sha1 = [], androidClientId = "" } = google;
  const flags = { "android-package": "com.example.app", keystore: "upload.jks" };
  if (androidPackage === "" && sha1.length === 0 && androidClientId === "") {
    return [
      step("For an Android app: pass its package name and keystore", { afterwards: again(facts, flags) }),
    ];
  }
  const clients = (sha1.length === 0 ? [""] : sha1).map((fingerprint) =>
    step(
      androidClientId === ""
        ? "Create a client of type Android"
        : "There must be a client of type Android with these two values",
      {
        at: consoleAt("clients", facts),
        values: {
          "Package name": androidPackage || "unknown: run again with --android-package",
          "SHA-1 certificate fingerprint": fingerprint || "unknown: run again with --keystore",
        },
        afterwards: androidClientId === "" ? again(facts, { "android-client-id": "ID" }) : "",
      },
    ),
  );
  const play = step(
    "If Google Play signs the app, it uses its own certificate: add that certificate too, with its own client",
    {
      at: "https://play.google.com/console, the app, Test and release, App integrity, App signing",
      afterwards: again(facts, { "android-sha1": "AB:CD:...", "android-sha256": "AB:CD:..." }),
    },
  );
  return sha1.length > 1 ? clients : [...clients, play];
}

function iosSteps(facts: GoogleFacts): SetupStep[] {
  const { google, iosBundleId } = facts;
  if (google.iosClientId) {
    const scheme = google.iosClientId.split(".").toReversed().join(".");
    return [
      step("The iOS app must have these values in its Info.plist", {
        values: {
          GIDClientID: google.iosClientId,
          ...(google.webClientId && { GIDServerClientID: google.webClientId }),
          "CFBundleURLSchemes, one more item": scheme,
        },
      }),
    ];
  }
  if (iosBundleId === "") {
    const afterwards = again(facts, { "ios-bundle-id": "com.example.app" });
    return [step("For an iOS app: pass its bundle ID", { afterwards })];
  }
  return [
    step("Create a client of type iOS", {
      at: consoleAt("clients", facts),
      values: { "Bundle ID": iosBundleId },
      afterwards: again(facts, { "ios-client-id": "ID" }),
    }),
  ];
}

function audienceStep(facts: GoogleFacts): SetupStep {
  return step("Publish the consent screen: while its status is Testing, only test users can sign in", {
    at: consoleAt("audience", facts),
  });
}
