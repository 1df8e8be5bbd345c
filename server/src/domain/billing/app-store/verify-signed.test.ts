import { hash, type X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { Environment, SignedDataVerifier } from "@apple/app-store-server-library";
import { describe, expect, test } from "vitest";
import { AppError } from "../../../errors.ts";
import { createAppStore } from "../../../providers/app-store/create-app-store.ts";
import { makeAppleChain, signAsApple } from "../../../testing/stores/apple-ca.ts";
import { APP, SIGNED_AT, type SignedCase, signedCases } from "../../../testing/stores/hostile-signed-data.ts";
import type { Project } from "../../projects/project.ts";
import { defaultSettings } from "../../projects/settings.ts";
import { defaultBilling } from "../billing-settings.ts";
import { readSignedTransaction } from "./read-status.ts";
import { readRenewal } from "./read-transaction.ts";
import { readNotification } from "./receive.ts";
import { type VerifierApp, verifySigned } from "./verify-signed.ts";

type Verdict = "believed" | "refused";

const chain = makeAppleChain();
const { genuine, forged, strange } = signedCases(chain);

const appStore = { ...defaultBilling.appStore, bundleId: APP.bundleId, appAppleId: String(APP.appAppleId) };
const project = {
  settings: { ...defaultSettings, billing: { ...defaultBilling, appStore } },
} as Project;

const appWith = (root: X509Certificate): VerifierApp => ({
  clock: () => SIGNED_AT,
  stores: { appStore: { roots: [root] } },
});

/** One for all, so that it remembers the chains it has seen as a server does. */
const app = appWith(chain.root);

async function ourVerdict({ kind, signed }: SignedCase): Promise<Verdict> {
  try {
    if (kind === "transaction") await readSignedTransaction(app, APP.bundleId, signed);
    if (kind === "renewal") readRenewal(await verifySigned(app, signed));
    if (kind === "notification") {
      const { ignoredBecause = "" } = await readNotification(app, project, signed);
      if (ignoredBecause.startsWith("of the app")) return "refused";
    }
    return "believed";
  } catch (error) {
    if (error instanceof AppError && error.reason === "PURCHASE_INVALID") return "refused";
    throw error; // anything else would answer INTERNAL
  }
}

/** Apple's library looks at one environment at a time; here what either believes is believed. */
async function applesVerdict({ kind, signed }: SignedCase): Promise<Verdict> {
  const verdicts = await Promise.all(
    [Environment.PRODUCTION, Environment.SANDBOX].map(async (environment) => {
      const { bundleId, appAppleId } = APP;
      const verifier = new SignedDataVerifier([chain.root.raw], false, environment, bundleId, appAppleId);
      const verify = {
        transaction: () => verifier.verifyAndDecodeTransaction(signed),
        renewal: () => verifier.verifyAndDecodeRenewalInfo(signed),
        notification: () => verifier.verifyAndDecodeNotification(signed),
      };
      return verify[kind]().then(
        () => true,
        () => false,
      );
    }),
  );
  return verdicts.includes(true) ? "believed" : "refused";
}

describe("Signed data of the App Store", () => {
  test.each(Object.entries(genuine))("%s is believed, as by Apple's library", async (_, signed) => {
    expect(await applesVerdict(signed)).toBe("believed");
    expect(await ourVerdict(signed)).toBe("believed");
  });

  test.each(Object.entries(forged))("%s is refused, as by Apple's library", async (_, signed) => {
    expect(await applesVerdict(signed)).toBe("refused");
    expect(await ourVerdict(signed)).toBe("refused");
  });

  test.each(Object.entries(strange))(
    "is refused although Apple's library believes it: %s",
    async (_, signed) => {
      expect(await applesVerdict(signed)).toBe("believed");
      expect(await ourVerdict(signed)).toBe("refused");
    },
  );

  test("base64url with padding or another spelling of its last bits is refused", async () => {
    const { signed } = genuine["a transaction"] ?? { signed: "" };
    const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const stray = digits[(digits.indexOf(signed.at(-1) ?? "") ^ 1) & 63];
    for (const spelling of [`${signed}=`, `${signed} `, `${signed.slice(0, -1)}${stray}`]) {
      expect(await ourVerdict({ kind: "transaction", signed: spelling })).toBe("refused");
    }
  });

  test("a chain that was good once is refused for what was signed after its end", async () => {
    const short = chain.issue({ leafUntil: SIGNED_AT + 86_400_000 });
    const late = { clock: () => SIGNED_AT + 10 * 86_400_000, stores: app.stores };
    const signedAt = (signedDate: number) => verifySigned(late, signAsApple(short, { signedDate }));
    await expect(signedAt(SIGNED_AT)).resolves.toEqual({ signedDate: SIGNED_AT });
    await expect(signedAt(SIGNED_AT + 2 * 86_400_000)).rejects.toMatchObject({ reason: "PURCHASE_INVALID" });
    await expect(signedAt(SIGNED_AT)).resolves.toEqual({ signedDate: SIGNED_AT });
  });

  test("a chain that is known under one root is not under another", async () => {
    const { signed } = genuine["a transaction"] ?? { signed: "" };
    await expect(verifySigned(app, signed)).resolves.toBeDefined();
    await expect(verifySigned(appWith(makeAppleChain().root), signed)).rejects.toMatchObject({
      reason: "PURCHASE_INVALID",
    });
  });

  test("any one byte that is changed makes it refused", async () => {
    const { signed } = genuine["a transaction"] ?? { signed: "" };
    for (let at = 0; at < signed.length; at += 97) {
      const changed = `${signed.slice(0, at)}${signed[at] === "A" ? "B" : "A"}${signed.slice(at + 1)}`;
      expect(await ourVerdict({ kind: "transaction", signed: changed }), `byte ${at}`).toBe("refused");
    }
  });
});

describe("Apple's root", () => {
  const [root] = createAppStore({
    ...{ origin: undefined, rootFile: undefined, waitMs: 1000 },
    ...{ clock: () => SIGNED_AT, monotonicMs: () => 0 },
  }).roots;

  test("is the one that Apple publishes, by its fingerprint", () => {
    expect(hash("sha256", root?.raw ?? "", "hex")).toBe(
      "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179",
    );
  });

  test("vouches for the certificates that Apple signs with, and then the signature decides", async () => {
    if (!root) throw new Error("no root");
    const file = new URL("../../../testing/data/apple-chain.json", import.meta.url);
    const { leaf, intermediate } = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
    const x5c = [leaf, intermediate, root.raw.toString("base64")];
    const signed = signAsApple(chain, { signedDate: SIGNED_AT }, { header: { x5c } });
    await expect(verifySigned(appWith(root), signed)).rejects.toMatchObject({
      reason: "PURCHASE_INVALID",
      detail: expect.stringContaining("signature verification failed"),
    });
  });
});
