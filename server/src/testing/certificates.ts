import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type TestCertificate = Readonly<{ chain: string; privateKey: string }>;

export function hasOpenssl(): boolean {
  return spawnSync("openssl", ["version"]).status === 0;
}

const KEYS = {
  ec: "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1",
  rsa: "-newkey rsa:2048",
} as const;

/** A certificate that signs itself, so it is also the one to trust. */
export function makeCertificate(
  names: readonly string[],
  days = 5,
  key: keyof typeof KEYS = "ec",
): TestCertificate {
  const folder = mkdtempSync(join(tmpdir(), "svc-certificate-"));
  try {
    const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const alternatives = names.map((name) => `${/^[\d.]+$/.test(name) ? "IP" : "DNS"}:${name}`).join(",");
    const { status, stderr } = spawnSync(
      "openssl",
      [
        ...`req -x509 ${KEYS[key]} -nodes`.split(" "),
        ...["-keyout", keyFile, "-out", certFile, "-days", String(days)],
        ...["-subj", "/CN=svc test", "-addext", `subjectAltName=${alternatives}`],
      ],
      { encoding: "utf8" },
    );
    if (status !== 0) throw new Error(stderr);
    return { chain: readFileSync(certFile, "utf8"), privateKey: readFileSync(keyFile, "utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
