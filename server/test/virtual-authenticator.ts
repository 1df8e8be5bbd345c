import type { CDPSession, Page } from "playwright-core";

/** A password manager in the browser, whose user agrees to everything unless told otherwise. */
export type VirtualAuthenticator = Readonly<{
  count: () => Promise<number>;
  agree: (isUserVerified: boolean) => Promise<void>;
  /** Whether the user is there to be asked. */
  attend: (isPresent: boolean) => Promise<void>;
  /** The user loses all passkeys. */
  clear: () => Promise<void>;
}>;

export async function addVirtualAuthenticator(
  page: Page,
  isUserVerified = true,
): Promise<VirtualAuthenticator> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });
  return {
    count: async () => (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
    agree: async (isUserVerified) => {
      await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
    attend: async (enabled) => {
      await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    },
    clear: async () => {
      await cdp.send("WebAuthn.clearCredentials", { authenticatorId });
    },
  };
}
