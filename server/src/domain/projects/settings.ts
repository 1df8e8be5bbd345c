import type { LanguageTag } from "../../wording/languages.ts";
import { type BillingSettings, defaultBilling } from "../billing/billing-settings.ts";

export const mfaPolicies = ["off", "optional", "required", "required_by_claim"] as const;
export type MfaPolicy = (typeof mfaPolicies)[number];

/** The settings of a project. Every boolean is named so that false is the safe default. */
export type ProjectSettings = {
  timezone: string;
  /** The language of emails and pages where nothing else decides. */
  defaultLanguage: LanguageTag;
  /** The languages that emails and pages may have besides it; empty: all. */
  languages: LanguageTag[];
  /** Who emails are from. Empty: the product name, the relay's address, the support email. */
  sender: { name: string; address: string; replyTo: string };
  redirectSchemes: string[];
  redirectOrigins: string[];
  signUpClosed: boolean;
  requireEmailVerification: boolean;
  allowAnonymousSignIn: boolean;
  allowEmailCodes: boolean;
  /** The RP ID is the domain that passkeys belong to; it is never empty while they are enabled. */
  passkeys: { enabled: boolean; rpId: string; origins: string[] };
  /** Who needs a second factor, and with which values of which custom claim. */
  mfa: { policy: MfaPolicy; claim: string; claimValues: string[] };
  /** 0 = guests never expire. */
  guestRetentionDays: number;
  refreshTokenDays: number;
  sessionMaxDays: number;
  /** 0 = no limit. */
  maxSessionsPerUser: number;
  securityNoticesDisabled: boolean;
  newDeviceNotices: boolean;
  eventRetentionDays: number;
  /** 0 = as long as the event. */
  ipRetentionDays: number;
  /** 0 = for ever. */
  ownerlessPurchaseRetentionDays: number;
  /** 0 = an account is deleted as soon as its user asks for it. */
  deletionGraceDays: number;
  banErasedUsers: boolean;
  passwordPolicy: { minLength: number; allowCommon: boolean };
  google: {
    enabled: boolean;
    webClientId: string;
    iosClientId: string;
    androidClientId: string;
    allowMissingNonce: boolean;
    androidPackage: string;
    /** Fingerprints of the certificates that sign the Android app: `AB:CD:…`. */
    androidSha1Fingerprints: string[];
    androidSha256Fingerprints: string[];
  };
  apple: { enabled: boolean; bundleId: string; servicesId: string; teamId: string; keyId: string };
  billing: BillingSettings;
};

export const defaultSettings: ProjectSettings = {
  timezone: "UTC",
  defaultLanguage: "en",
  languages: [],
  sender: { name: "", address: "", replyTo: "" },
  redirectSchemes: [],
  redirectOrigins: [],
  signUpClosed: false,
  requireEmailVerification: false,
  allowAnonymousSignIn: false,
  allowEmailCodes: false,
  passkeys: { enabled: false, rpId: "", origins: [] },
  mfa: { policy: "off", claim: "", claimValues: [] },
  guestRetentionDays: 0,
  refreshTokenDays: 30,
  sessionMaxDays: 365,
  maxSessionsPerUser: 100,
  securityNoticesDisabled: false,
  newDeviceNotices: false,
  eventRetentionDays: 400,
  ipRetentionDays: 0,
  // The longest period of commercial law that is usual.
  ownerlessPurchaseRetentionDays: 3650,
  deletionGraceDays: 0,
  banErasedUsers: false,
  passwordPolicy: { minLength: 8, allowCommon: false },
  google: {
    enabled: false,
    webClientId: "",
    iosClientId: "",
    androidClientId: "",
    allowMissingNonce: false,
    androidPackage: "",
    androidSha1Fingerprints: [],
    androidSha256Fingerprints: [],
  },
  apple: { enabled: false, bundleId: "", servicesId: "", teamId: "", keyId: "" },
  billing: defaultBilling,
};

type Changes<T> = T extends readonly unknown[] | string | number | boolean
  ? T
  : { [K in keyof T]?: Changes<T[K]> | undefined };

/** A change of settings. Absent fields stay unchanged. */
export type SettingsChanges = Changes<ProjectSettings>;
