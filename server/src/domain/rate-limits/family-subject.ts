import { hashToken } from "../../crypto/random-token.ts";
import { hashLocator, locatorOf } from "../../crypto/refresh-token.ts";

/** What all refresh tokens of a session have in common. A text that is no token is its own subject. */
export function familySubject(projectId: string, refreshToken: string): string {
  const locator = locatorOf(refreshToken);
  return `${projectId}\n${locator ? hashLocator(locator) : hashToken(refreshToken)}`;
}
