import { createPrivateKey, X509Certificate } from "node:crypto";
import type { Socket } from "node:net";
import { createServer, type SecureContextOptions, type TLSSocket } from "node:tls";

/** A certificate with its chain, and the key that belongs to it, as PEM. */
export type TlsCertificate = Readonly<{ chain: string; privateKey: string }>;

export type Tls = Readonly<{
  /** Handshakes that begin from now on use it; open connections go on. Throws when the two do not belong together. */
  use: (certificate: TlsCertificate) => void;
  /** Does the handshake on a fresh connection and tells which protocol was agreed upon. */
  shakeHands: (raw: Socket, decide: (socket: Socket, isHttp2: boolean) => void) => void;
}>;

/** With these, TLS 1.2 is forward secret and fit for HTTP/2. TLS 1.3 has no others than good ones. */
const CIPHERS = [
  "TLS_AES_128_GCM_SHA256",
  "TLS_AES_256_GCM_SHA384",
  "TLS_CHACHA20_POLY1305_SHA256",
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
].join(":");

const SECURITY = { minVersion: "TLSv1.2", ciphers: CIPHERS } as const satisfies SecureContextOptions;

/** Until it is given a certificate, every handshake is refused: nobody should learn to accept a false one. */
export function createTls(handshakeMs: number): Tls {
  const waiting = new Map<string, (socket: TLSSocket) => void>();
  // It never listens: connections come from the listener, which counts and closes them.
  const server = createServer({
    ...SECURITY,
    ALPNProtocols: ["h2", "http/1.1"],
    handshakeTimeout: handshakeMs,
  });
  server.on("secureConnection", (socket) => waiting.get(endsOf(socket))?.(socket));
  server.on("tlsClientError", (_error, socket) => socket.destroy()); // a hostile or outdated peer is no news

  return {
    use({ chain, privateKey }) {
      if (chain === "" || privateKey === "") throw new Error("the certificate is empty"); // Node takes that for none
      // OpenSSL keeps one key for each type and takes a pair of two types: then every handshake fails.
      if (!new X509Certificate(chain).checkPrivateKey(createPrivateKey(privateKey)))
        throw new Error("the key does not belong to the certificate");
      server.setSecureContext({ ...SECURITY, cert: chain, key: privateKey });
    },

    shakeHands(raw, decide) {
      const ends = endsOf(raw);
      waiting.set(ends, (socket) => {
        waiting.delete(ends);
        // Who names no protocol speaks HTTP/1.1; who names only others has been refused.
        decide(socket, socket.alpnProtocol === "h2");
      });
      raw.once("close", () => waiting.delete(ends));
      server.emit("connection", raw);
    },
  };
}

/** Both ends of a connection: no two that are open have the same. */
function endsOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;
}
