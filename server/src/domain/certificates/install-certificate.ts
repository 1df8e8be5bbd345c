import type { App } from "../../app.ts";
import { findCertificate, findOtherCertificate } from "../../storage/certificates.ts";
import { sealedPlace } from "./certificate-row.ts";
import type { AcmeHttps } from "./https.ts";

/** Makes handshakes use the stored certificate, whichever replica got it. */
export async function installCertificate(
  app: Pick<App, "clock" | "db" | "log" | "secretBox">,
  { authority: { directory }, domains, inUse, use }: AcmeHttps,
): Promise<void> {
  const own = await findCertificate(app.db, directory, domains.join(","));
  // Until there is one for new names, the hosts that stay are served with the old one.
  const row = own?.chain ? own : await findOtherCertificate(app.db, directory, app.clock());
  if (!row?.chain || !row.privateKeySealed || row.chain === inUse()) return;
  use({ chain: row.chain, privateKey: app.secretBox.open(row.privateKeySealed, sealedPlace(row)) });
  app.log("info", "certificate in use", { names: row.names });
}
