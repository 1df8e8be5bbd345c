const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const LOCAL = "localhost";

/** Names that only mean something on one machine or in one network. */
const NOT_PUBLIC = /\.(?:localhost|local|internal|arpa)$/;

/**
 * What is wrong with a domain of passkeys, for people, or undefined. Whether it is a public suffix such as `co.uk` cannot
 * be told without a list: browsers and phones refuse it.
 */
export function rpIdProblem(rpId: string): string | undefined {
  if (!isDomain(rpId)) {
    return "must be a domain in lower case without scheme, port and path (example: example.com)";
  }
  return NOT_PUBLIC.test(rpId) ? "must be a public domain, or localhost" : undefined;
}

function isDomain(name: string): boolean {
  if (name === LOCAL) return true;
  const labels = name.split(".");
  const isWritten = name.length <= 253 && labels.length > 1 && labels.every((label) => LABEL.test(label));
  // An IP address ends with a number. The parser changes what is not in its one spelling.
  return isWritten && !/\.\d+$/.test(name) && URL.parse(`https://${name}`)?.hostname === name;
}

/** What is wrong with a web origin that may use passkeys of this domain, for people, or undefined. */
export function passkeyOriginProblem(origin: string, rpId: string): string | undefined {
  const url = URL.parse(origin);
  const quoted = JSON.stringify(origin);
  if (!url || origin.length > 255 || url.origin !== origin) {
    return `${quoted} is not an origin (example: https://app.example.com, only scheme, host and port)`;
  }
  if (url.hostname.includes("*")) return `${quoted} has a wildcard; list each origin`;
  // The parser writes every IPv4 address as four numbers, and an IPv6 address in brackets.
  if (/[.\]]$|\.\d+$/.test(url.hostname)) {
    return `${quoted} must have a name as its host, without a dot at the end and no IP address`;
  }
  if (url.protocol === "https:") return undefined;
  if (url.protocol === "http:" && url.hostname === LOCAL && rpId === LOCAL) return undefined;
  return `${quoted} must be https; http is for localhost only, with the rp_id localhost`;
}

/** The host of this server, if passkeys can belong to it. Those of administrators can also in a private network. */
export function rpIdOfServer(baseUrl: string): string | undefined {
  const host = URL.parse(baseUrl)?.hostname;
  return host !== undefined && isDomain(host) ? host : undefined;
}

/** Whether pages of this origin may use the domain without being listed in `/.well-known/webauthn`. */
export function isWithin(origin: string, rpId: string): boolean {
  const host = URL.parse(origin)?.hostname;
  return host === rpId || host?.endsWith(`.${rpId}`) === true;
}
