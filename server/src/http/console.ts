import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { App } from "../app.ts";
import { hasAdmin } from "../domain/admins/has-admin.ts";
import { AppError } from "../errors.ts";
import type { HttpRoute } from "../wire/http-route.ts";
import { respond } from "../wire/respond.ts";
import { acceptsEncoding } from "./accepts-encoding.ts";
import { type ConsoleFile, type ConsoleFiles, readConsoleFiles } from "./console-files.ts";
import { isKnown } from "./if-none-match.ts";

/** Its own files and calls, pictures it was given, and nothing else; no text ever becomes a script. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const HEADERS = {
  "content-security-policy": CONTENT_SECURITY_POLICY,
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** A policy is for pages: a script or a style has that of the page that loads it. Short, because there are many. */
const ASSET_HEADERS = { "cross-origin-resource-policy": "same-origin" };

/**
 * An empty page into which the console writes a preview of a page or mail. Those have their styles in
 * them, which the console's own policy forbids; here they may, and nothing else: no script ever runs.
 */
const PREVIEW_HEADERS = {
  ...HEADERS,
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-cache",
  "content-security-policy": [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "img-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    // Its own origin, or the theme's font would be refused to it.
    "sandbox allow-same-origin",
  ].join("; "),
  "x-frame-options": "SAMEORIGIN",
};

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The console is not built</title>
<h1>The console is not built</h1>
<p>This server runs from a checkout without it. Build it with <code>npm run build</code> and load this page again.</p>
</html>
`;

/** Asked for again each time: a new version names new files, and who has signed in gets another page. */
const PAGE_CACHE = { "cache-control": "no-cache", vary: "accept-encoding, cookie" };
/** A name with a hash never gets another content. */
const HASHED_CACHE = {
  "cache-control": "public, max-age=31536000, immutable",
  vary: "accept-encoding",
};

type Load = () => ConsoleFiles | undefined;

type Options = {
  /** Whether a request has an administrator's cookie. Only calls check whose it is, and whether it still holds. */
  hasSession: (headers: IncomingHttpHeaders) => boolean;
  read?: Load;
};

/** The admin web app: its files, one page for every address below /console/, and the page to sign in. */
export function consoleRoutes(
  app: Pick<App, "db">,
  { hasSession, read = readConsoleFiles }: Options,
): HttpRoute[] {
  let loaded: ConsoleFiles | undefined;
  const load: Load = () => {
    loaded ??= read();
    return loaded;
  };
  return [
    redirect(/^\/$/, 302),
    redirect(/^\/console$/, 308),
    {
      methods: ["GET"],
      pattern: /^\/console\/status\.json$/,
      // For the page to sign in: who sees it without an account must be told how to make the first one.
      async handle(_request, response) {
        const body = JSON.stringify({ hasAdmin: await hasAdmin(app) });
        const headers = { ...HEADERS, "content-type": "application/json", "cache-control": "no-store" };
        respond(response, 200, headers, body);
      },
    },
    {
      methods: ["GET"],
      pattern: /^\/console\/preview$/,
      handle: (_request, response) => respond(response, 200, PREVIEW_HEADERS, "<!doctype html>"),
    },
    {
      methods: ["GET"],
      pattern: /^\/console\/(?<name>.*)$/,
      async handle({ raw, parameters: { name = "" } }, response) {
        const files = load();
        if (!files) return respond(response, 503, htmlHeaders(), NOT_BUILT);
        const file = files.get(name);
        if (file || name.startsWith("assets/"))
          return sendFile(raw, response, file, name.startsWith("assets/") ? HASHED_CACHE : PAGE_CACHE);
        const needsSignIn = name === "sign-in" || !hasSession(raw.headers);
        if (needsSignIn && !(await hasAdmin(app))) return sendFirstRun(response, files);
        sendFile(raw, response, needsSignIn ? files.get("sign-in.html") : screenFor(files, name), PAGE_CACHE);
      },
    },
  ];
}

function redirect(pattern: RegExp, status: number): HttpRoute {
  return {
    methods: ["GET"],
    pattern,
    handle: (_request, response) => respond(response, status, { location: "/console/" }),
  };
}

/** The page for an address, which names the files of its screen: `screens/users.html` for `p/demo/users`. */
function screenFor(files: ConsoleFiles, name: string): ConsoleFile | undefined {
  const path = name.replace(/^p\/[^/]+\/?/, "").replace(/\/$/, "");
  const screen = path.startsWith("users/") ? "user" : path.replaceAll("/", "-");
  const home = name === "" ? "projects" : "overview";
  return files.get(`screens/${screen || home}.html`) ?? files.get("index.html");
}

/** Without an administrator there is nobody to sign in: the page says how to create one. Not kept, because that ends soon. */
function sendFirstRun(response: ServerResponse, files: ConsoleFiles): void {
  const html = files.get("sign-in.html")?.identity.toString() ?? "";
  respond(response, 200, htmlHeaders(), html.replace("<html ", "<html data-first-run "));
}

function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: ConsoleFile | undefined,
  cache: Record<string, string>,
): void {
  if (!file) throw new AppError("NOT_FOUND", undefined, { resource: "path" });
  const encoding = encodingFor(request, file);
  const etag = `"${file.hash}${encoding ? `-${encoding}` : ""}"`;
  const headers = { ...(cache === HASHED_CACHE ? ASSET_HEADERS : HEADERS), ...cache, etag };
  if (isKnown(request.headers["if-none-match"], etag)) {
    respond(response, 304, headers);
    return;
  }
  const content = { "content-type": file.contentType, ...(encoding && { "content-encoding": encoding }) };
  respond(response, 200, { ...headers, ...content }, (encoding && file[encoding]) || file.identity);
}

function encodingFor(request: IncomingMessage, file: ConsoleFile): "br" | "gzip" | undefined {
  return (["br", "gzip"] as const).find((name) => file[name] && acceptsEncoding(request, name));
}

function htmlHeaders(): Record<string, string> {
  return { ...HEADERS, "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
}
