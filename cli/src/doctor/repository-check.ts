import { type Check, checkOf } from "./check.ts";
import { jsonOf, lookAt, type Seen } from "./look-at.ts";
import type { Newest, Repository } from "./repositories.ts";

const REMEDY = "start the server with --base-url set to its public URL";

/** Whether a package manager finds the client library, and by which address lockfiles will remember it. */
export async function repositoryCheck(url: string, repository: Repository): Promise<Check> {
  const { id, title, path, headers = {}, newest } = repository;
  const check = checkOf(id, title);
  const seen = await lookAt(`${url}${path}`, { headers });
  if ("why" in seen) return check.notChecked(`the server did not answer (${seen.why})`);
  if (isAbsent(seen)) return check.notChecked("this server does not host the client library");
  const found = seen.status === 200 ? newest(seen, url) : undefined;
  if (!found) {
    const what = path.replace("%2f", "/").replace(/\?.*$/, "");
    const remedy = `let the proxy pass /pub/ as it is${path.includes("%2f") ? ", with %2f in the path" : ""}`;
    return check.warning(`${what} answers ${seen.status} and is not a package`, remedy);
  }
  return fileCheck(url, repository, found);
}

/** The repositories answer in the forms of their package managers. */
function isAbsent(seen: Seen): boolean {
  const { reason, error } = jsonOf(seen);
  return seen.status === 404 && (reason === "NOT_FOUND" || Object(error).code === "NOT_FOUND");
}

async function fileCheck(
  url: string,
  { id, title, name, place }: Repository,
  { version, file }: Newest,
): Promise<Check> {
  const check = checkOf(id, title);
  const seen = await lookAt(file, { method: "HEAD" });
  const what = `${name} ${version}`;
  if ("why" in seen || seen.status !== 200) {
    const why = "why" in seen ? seen.why : `HTTP ${seen.status}`;
    return check.warning(`${what} should be at ${file}, which does not answer (${why})`, REMEDY);
  }
  if (new URL(file).origin === new URL(url).origin) return check.ok(`${what} at ${url}${place}`);
  return check.warning(`${what} is at ${file}: lockfiles will contain that address, not ${url}`, REMEDY);
}
