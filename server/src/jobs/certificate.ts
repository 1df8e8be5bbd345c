import type { App } from "../app.ts";
import { installCertificate } from "../domain/certificates/install-certificate.ts";
import { renewCertificate } from "../domain/certificates/renew-certificate.ts";
import type { Job } from "./scheduler.ts";

const CHECK_EVERY_MS = 30_000;

/** Runs on every replica: one of them gets a new certificate, all of them use it. No job without HTTPS. */
export function certificateJobs(app: App): Job[] {
  const { https } = app;
  if (!https) return [];
  if (https.kind === "files") {
    return [{ name: "certificate", everyMs: CHECK_EVERY_MS, run: async () => https.reload() }];
  }
  return [
    {
      name: "certificate",
      everyMs: CHECK_EVERY_MS,
      async run(signal) {
        await renewCertificate(app, https, signal);
        await installCertificate(app, https);
      },
    },
  ];
}
