import { lookup as lookUp } from "node:dns";
import { type ClientRequest, request as requestInClear } from "node:http";
import { request as requestOverTls } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { AssociationFile, AssociationFiles } from "../domain/passkeys/association-files.ts";
import { unavailable } from "./ask-provider.ts";
import { createIsPublic } from "./public-addresses.ts";

/** These files have a few kilobytes. Apple takes 128 KiB at most. */
const MAX_BYTES = 128 * 1024;
const WAIT_MS = 5_000;

type Options = Readonly<{
  /** The origin of a stand-in for every host, in tests and in development. */
  origin: string | undefined;
  waitMs?: number | undefined;
}>;

/**
 * Fetches a file as phones and browsers do: over HTTPS, without following redirects. Administrators of a project choose
 * the host, so addresses that are not public are not contacted: nobody can look around in the operator's network.
 */
export function createAssociationFiles({ origin, waitMs = WAIT_MS }: Options): AssociationFiles {
  const lookup = origin === undefined ? publicLookup() : undefined;
  return {
    async fetch(host, path) {
      const address = `https://${host}${path}`;
      // An address would not be looked up. The parser knows all its spellings, such as 127.1.
      if (isIP(URL.parse(address)?.hostname.replace(/^\[|\]$/g, "") ?? "") !== 0) {
        throw unavailable(address, "not a name");
      }
      try {
        return await get(new URL(origin === undefined ? address : `${origin}${path}`), host, {
          waitMs,
          lookup,
        });
      } catch (error) {
        throw unavailable(address, (error as Error).message);
      }
    },
  };
}

function get(
  url: URL,
  host: string,
  { waitMs, lookup }: { waitMs: number; lookup: LookupFunction | undefined },
): Promise<AssociationFile> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === "http:" ? requestInClear : requestOverTls;
    const request: ClientRequest = send(url, {
      agent: false,
      headers: { host, accept: "application/json" },
      signal: AbortSignal.timeout(waitMs),
      ...(lookup && { lookup }),
    });
    const late = new Error(`no whole answer within ${waitMs} ms`);
    request.on("error", (error) => reject(error.name === "AbortError" ? late : error));
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > MAX_BYTES) request.destroy(new Error(`the answer is longer than ${MAX_BYTES} bytes`));
      });
      response.on("error", (error) => reject(error.name === "AbortError" ? late : error));
      response.on("end", () => {
        const contentType = response.headers["content-type"] ?? "";
        resolve({ status: response.statusCode ?? 0, contentType, text: Buffer.concat(chunks).toString() });
      });
    });
    request.end();
  });
}

/** The connection goes to what was checked here, so a name that changes its address in between gains nothing. */
function publicLookup(): LookupFunction {
  const isPublic = createIsPublic();
  return (hostname, options, done) => {
    lookUp(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = error ? [] : addresses;
      // One text, because nobody is told which names the operator's network knows.
      if (!first || !addresses.every(({ address }) => isPublic(address))) {
        return done(new Error("the name has no address, or one that is not public"), "");
      }
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };
}
