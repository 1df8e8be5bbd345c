import type { App } from "../../app.ts";
import { findCertificate, findOtherCertificate } from "../../storage/certificates.ts";
import { sealedPlace } from "./certificate-row.ts";
import type { AcmeHttps } from "./https.ts";

/** Uses the stored certificate for new connections, whichever replica ordered it. */
export async function installCertificate(
  app: Pick<App, "clock" | "db" | "log" | "secretBox">,
  { authority: { directory }, domains, inUse, use }: AcmeHttps,
): Promise<void> {
  const own = await findCertificate(app.db, directory, domains.join(","));
  // Until there is a certificate for new names, the old one still serves the hosts that it covers.
  const row = own?.chain ? own : await findOtherCertificate(app.db, directory, app.clock());
  if (!row?.chain || !row.privateKeySealed || row.chain === inUse()) return;
  use({ chain: row.chain, privateKey: app.secretBox.open(row.privateKeySealed, sealedPlace(row)) });
  app.log("info", "certificate in use", { names: row.names });
}
