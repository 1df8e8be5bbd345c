import type { IncomingHttpHeaders } from "node:http";

/** The value of the cookie. Of two cookies with its name neither counts: one is not ours. */
export function cookieNamed({ cookie = "" }: IncomingHttpHeaders, name: string): string | undefined {
  const start = `${name}=`;
  const found = cookie.split(";").flatMap((part) => {
    const pair = part.trim();
    return pair.startsWith(start) ? [pair.slice(start.length)] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}
