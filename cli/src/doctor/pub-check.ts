import { type Check, checkOf } from "./check.ts";
import { jsonOf, lookAt } from "./look-at.ts";

const NAME = "@svc/sdk";

/** Whether package managers find the client library, and by which address lockfiles will remember it. */
export async function pubCheck(url: string): Promise<Check> {
  const check = checkOf("pub", "package repository");
  // The slash of the scope is encoded by most package managers, and some proxies refuse that.
  const seen = await lookAt(`${url}/pub/${NAME.replace("/", "%2f")}`);
  if ("why" in seen) return check.notChecked(`the server did not answer (${seen.why})`);
  const document = jsonOf(seen);
  if (seen.status === 404 && document.reason === "NOT_FOUND") {
    return check.notChecked("this server does not host the client library");
  }
  const latest = String(Object(document["dist-tags"]).latest);
  const tarball = String(Object(Object(Object(document.versions)[latest]).dist).tarball);
  if (seen.status !== 200 || !URL.canParse(tarball)) {
    const remedy = "let the proxy pass /pub/ as it is, with %2f in the path";
    return check.warning(`/pub/${NAME} answers ${seen.status} and is not a package`, remedy);
  }
  return tarballCheck(url, latest, tarball);
}

async function tarballCheck(url: string, version: string, tarball: string): Promise<Check> {
  const check = checkOf("pub", "package repository");
  const file = await lookAt(tarball, { method: "HEAD" });
  const what = `${NAME} ${version}`;
  if ("why" in file || file.status !== 200) {
    const why = "why" in file ? file.why : `HTTP ${file.status}`;
    return check.warning(`${what} should be at ${tarball}, which does not answer (${why})`, REMEDY);
  }
  if (new URL(tarball).origin === new URL(url).origin) return check.ok(`${what} at ${url}/pub/`);
  return check.warning(`${what} is at ${tarball}: lockfiles will contain that address, not ${url}`, REMEDY);
}

const REMEDY = "start the server with --base-url set to its public URL";
