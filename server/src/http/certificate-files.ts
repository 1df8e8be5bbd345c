import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { App } from "../app.ts";
import type { CertificatePair, FilesHttps, FilesStatus } from "../domain/certificates/https.ts";
import { OperatorError } from "../errors.ts";

type Files = Readonly<{ certFile: string; keyFile: string }>;

/** HTTPS with files that somebody else renews. Throws when they cannot be used to begin with. */
export function openCertificateFiles(
  app: Pick<App, "clock" | "log">,
  files: Files,
  use: (certificate: CertificatePair) => void,
): FilesHttps {
  let pair = read(files);
  tryOut(pair, use, files);
  let status = statusOf(pair);

  return {
    kind: "files",
    status: () => status,
    reload() {
      try {
        const next = read(files);
        if (next.chain === pair.chain && next.privateKey === pair.privateKey && !status.lastFailure) return;
        tryOut(next, use, files);
        pair = next;
        status = statusOf(next);
        app.log("info", "certificate in use", { names: status.names.join(","), validUntil: untilOf(next) });
      } catch (error) {
        const why = (error as Error).message;
        if (why !== status.lastFailure?.why)
          app.log("error", "the new certificate is not used", { detail: why });
        status = { ...status, lastFailure: { at: app.clock(), why } };
      }
    },
  };
}

function read({ certFile, keyFile }: Files): CertificatePair {
  return { chain: readText(certFile), privateKey: readText(keyFile) };
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new OperatorError(
      `cannot read ${file} (${code})`,
      "check the path, and that the user that runs svc may read it",
    );
  }
}

function tryOut(
  pair: CertificatePair,
  use: (certificate: CertificatePair) => void,
  { certFile, keyFile }: Files,
): void {
  try {
    use(pair);
  } catch (error) {
    throw new OperatorError(
      `${certFile} and ${keyFile} cannot be used: ${(error as Error).message}`,
      "name a certificate with its chain and the key that belongs to it, both PEM and without a password",
    );
  }
}

function statusOf({ chain }: CertificatePair): FilesStatus {
  const { subjectAltName = "", validToDate } = new X509Certificate(chain);
  const names = subjectAltName.split(", ").map((name) => name.replace(/^(DNS|IP Address):/, ""));
  return { names: names.filter((name) => name !== ""), notAfter: validToDate.getTime() };
}

function untilOf({ chain }: CertificatePair): string {
  return new X509Certificate(chain).validToDate.toISOString();
}
