export type Platform = "ios" | "android" | "web";

/** Everything the wizard asks. */
export type Answers = Readonly<{
  platforms: readonly Platform[];
  name: string;
  slug: string;
  minLength: number;
  requireEmailVerification: boolean;
  allowGuests: boolean;
  /** Days; 0 keeps guests for good. */
  guestRetentionDays: number;
  /** Empty ids are left for later; undefined when the provider is not wanted. */
  google: Readonly<{ web: string; ios: string; android: string }> | undefined;
  apple: Readonly<{ bundleId: string; servicesId: string }> | undefined;
  redirectSchemes: readonly string[];
  redirectOrigins: readonly string[];
  /** What is for sale; undefined when nothing is. */
  billing: Offer | undefined;
  wantsPush: boolean;
}>;

/** One tier, as most apps begin. Prices are decimal numbers; empty where there is none. */
export type Offer = Readonly<{
  tier: string;
  currency: string;
  monthly: string;
  yearly: string;
  trial: string;
}>;

export const blankAnswers: Answers = {
  platforms: ["ios", "android"],
  name: "",
  slug: "",
  minLength: 8,
  requireEmailVerification: false,
  allowGuests: false,
  guestRetentionDays: 0,
  google: undefined,
  apple: undefined,
  redirectSchemes: [],
  redirectOrigins: [],
  billing: undefined,
  wantsPush: false,
};

/** The spec of ApplyProjectSpec. Every switch is written, because one that is left out means off. */
export function specOf(answers: Answers): object {
  const { google, apple, billing } = answers;
  return {
    name: answers.name,
    slug: answers.slug,
    settings: {
      sign_up_closed: false,
      require_email_verification: answers.requireEmailVerification,
      allow_anonymous_sign_in: answers.allowGuests,
      ...(answers.allowGuests && { guest_retention_days: answers.guestRetentionDays }),
      password_policy: { min_length: answers.minLength, allow_common: false },
      redirect_schemes: answers.redirectSchemes,
      redirect_origins: answers.redirectOrigins,
      ...(google && {
        google: withoutEmpty({
          enabled: google.web !== "" || google.ios !== "",
          web_client_id: google.web,
          ios_client_id: google.ios,
          android_client_id: google.android,
          allow_missing_nonce: false,
        }),
      }),
      ...(apple && {
        apple: withoutEmpty({
          enabled: apple.bundleId !== "" || apple.servicesId !== "",
          bundle_id: apple.bundleId,
          services_id: apple.servicesId,
        }),
      }),
      ...(billing && { billing: billingOf(billing) }),
    },
  };
}

function billingOf({ tier, currency, monthly, yearly, trial }: Offer): object {
  const id =
    tier
      .toLowerCase()
      .replace(/[^a-z\d]+/g, "_")
      .replace(/^_+|_+$/g, "")
      .slice(0, 30) || "pro";
  const product = (name: string, period: string, amount: string) => ({
    id: `${id}_${name}`,
    period,
    price: { currency, amount },
    ...(trial !== "" && { trial }),
  });
  return {
    enabled: true,
    entitlements: [{ id, name: tier }],
    tiers: [
      {
        id,
        name: tier,
        rank: 1,
        entitlements: [id],
        products: [
          ...(monthly === "" ? [] : [product("monthly", "P1M", monthly)]),
          ...(yearly === "" ? [] : [product("yearly", "P1Y", yearly)]),
        ],
      },
    ],
  };
}

function withoutEmpty(fields: Readonly<Record<string, string | boolean>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
}
