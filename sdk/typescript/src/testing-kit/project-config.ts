import type { GetProjectConfigResponseJson } from "@svc/proto/svc/auth/v1/config_pb";
import { BASE_URL, MIN_LENGTH, RP_ID, SLUG } from "./test-accounts.ts";

/** A project that takes everybody, in the colours of a new one. */
export function projectConfig(): GetProjectConfigResponseJson {
  const provider = { enabled: true, browser: false };
  const issuer = `${BASE_URL}/p/${SLUG}`;
  return {
    projectName: "Test",
    slug: SLUG,
    providers: {
      password: provider,
      google: provider,
      apple: provider,
      anonymous: provider,
      emailCode: provider,
      passkey: provider,
    },
    passkeyRpId: RP_ID,
    mfaPolicy: "MFA_POLICY_OFF",
    defaultLanguage: "en",
    languages: ["en"],
    googleClientIds: { web: "", ios: "", android: "" },
    passwordPolicy: { minLength: MIN_LENGTH, allowCommon: true },
    anonymousSignInAllowed: true,
    signUpOpen: true,
    requireEmailVerification: false,
    theme: {
      colors: {
        primary: "#1d4ed8",
        onPrimary: "#ffffff",
        background: "#f4f5f7",
        surface: "#ffffff",
        text: "#16181d",
        mutedText: "#5a6170",
        error: "#b42318",
      },
      darkColors: {
        primary: "#8ab4ff",
        onPrimary: "#0b1220",
        background: "#0f1216",
        surface: "#1a1e25",
        text: "#eceef2",
        mutedText: "#a3abba",
        error: "#ff9d94",
      },
      cornerRadius: 10,
      fontFamily: "",
      fontAsset: "",
      fontUrl: "",
      logoAsset: "",
      logoUrl: "",
      productName: "Test",
      supportEmail: "",
      privacyUrl: "",
      termsUrl: "",
      footerText: "",
      texts: {},
    },
    deletionGraceDays: 0,
    issuer,
    jwksUrl: `${issuer}/.well-known/jwks.json`,
  };
}
