const SIGN_IN = "/console/sign-in";

/** Leaves for the page to sign in, which leads back here. */
export function goToSignIn(): void {
  const here = `${location.pathname}${location.search}`;
  location.assign(`${SIGN_IN}?to=${encodeURIComponent(here)}`);
}

/** Where to go after signing in: a page of the console, whatever the address says. */
export function afterSignIn(search: string): string {
  const to = new URLSearchParams(search).get("to") ?? "";
  const target = new URL(to, `${location.origin}/console/`);
  const isOurs = target.origin === location.origin && target.pathname.startsWith("/console/");
  return isOurs && target.pathname !== SIGN_IN ? `${target.pathname}${target.search}` : "/console/";
}
