import { once } from "node:events";
import { isIP } from "node:net";
import { type Check, checkOf } from "./check.ts";

const FEW_DAYS = 14;
const TIMEOUT_MS = 10_000;

/** Whether clients trust the certificate, and for how long; undefined without https. */
export async function certificateCheck(url: string): Promise<Check | undefined> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== "https:") return undefined;
  const check = checkOf("tls", "TLS certificate");
  const host = hostname.replace(/^\[|\]$/g, "");
  const { connect } = await import("node:tls");
  // Looked at here and not in a request, which would fail before it can tell what is wrong.
  const socket = connect({
    host,
    port: Number(port || 443),
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: false,
  });
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { valid_to = "" } = socket.getPeerCertificate();
    const days = Math.floor((Date.parse(valid_to) - Date.now()) / 86_400_000);
    const until = `valid until ${new Date(valid_to).toISOString().slice(0, 10)}, ${days} days left`;
    if (!socket.authorized) {
      return check.failure(`not trusted: ${reasonOf(socket.authorizationError)}`, untrusted);
    }
    return days < FEW_DAYS ? check.warning(until, "renew it; renewing should be automatic") : check.ok(until);
  } catch (error) {
    const reason = reasonOf(error);
    return /HANDSHAKE_FAILURE/.test(reason)
      ? check.failure("the server presents no certificate", noCertificate)
      : check.notChecked(`could not reach ${url}: ${reason}`);
  } finally {
    socket.destroy();
  }
}

const noCertificate =
  "with --acme-domain: see the server's log for why it has no certificate yet; the host must resolve to this server, and port 80 must be open";

const untrusted =
  "use a certificate that clients trust, with its whole chain; for a private CA, set NODE_EXTRA_CA_CERTS to its file";

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && error.code !== "ABORT_ERR" ? String(error.code) : error.message;
}
