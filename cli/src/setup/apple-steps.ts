import type { AppleSettingsJson } from "@svc/proto/svc/admin/v1/project_pb";
import { shellLine } from "../shell-line.ts";
import { type SetupStep, step } from "./step.ts";

const IDENTIFIERS = "https://developer.apple.com/account/resources/identifiers/list";
const KEYS = "https://developer.apple.com/account/resources/authkeys/list";

export type AppleFacts = Readonly<{
  slug: string;
  baseUrl: string;
  apple: AppleSettingsJson;
  /** The sender of mails; empty when there is none. */
  mailFrom: string;
  /** App Store Connect was asked, so the App ID is known to be right. */
  hasAppId: boolean;
}>;

/** No API makes Apple's sign-in keys and Services IDs: exactly what to click and what to paste. */
export function appleSteps(facts: AppleFacts): SetupStep[] {
  return [
    ...appIdSteps(facts),
    ...(facts.apple.hasKey ? [] : [keyStep(facts)]),
    servicesStep(facts),
    step("Let Apple notify the server when a user withdraws consent or deletes their Apple account", {
      at: `${IDENTIFIERS}, App IDs, ${bundleOf(facts)}, Sign in with Apple, Edit`,
      values: {
        "Server-to-Server Notification Endpoint": `${facts.baseUrl}/oauth/apple/notifications/${facts.slug}`,
      },
    }),
    relayStep(facts),
    step("The app itself, in Xcode, Signing & Capabilities", {
      values: {
        Capability: "Sign in with Apple",
        "Associated Domains": `webcredentials:${new URL(facts.baseUrl).host}`,
        "and, to return to the app from the browser": `applinks:${new URL(facts.baseUrl).host}`,
      },
    }),
  ];
}

function bundleOf({ apple }: AppleFacts): string {
  return apple.bundleId || "com.example.app";
}

function again({ slug }: AppleFacts, flags: Record<string, string>): string {
  return shellLine("svc", "setup", "apple", { project: slug, ...flags });
}

function appIdSteps(facts: AppleFacts): SetupStep[] {
  const { apple, hasAppId } = facts;
  if (hasAppId) return [];
  const flags = { "bundle-id": bundleOf(facts), "team-id": apple.teamId || "ABCDE12345" };
  return [
    step(
      "The App ID must have the capability Sign in with Apple (with --p8, --key-id and --issuer-id svc does this)",
      {
        at: `${IDENTIFIERS}, App IDs`,
        values: { "Bundle ID": bundleOf(facts), Capability: "Sign in with Apple, as a primary App ID" },
        afterwards: apple.bundleId && apple.teamId ? "" : again(facts, flags),
      },
    ),
  ];
}

export function keyStep(facts: AppleFacts): SetupStep {
  return step("Create a key for Sign in with Apple and download it: Apple offers the download only once", {
    at: `${KEYS}, +`,
    values: {
      "Key Name": `${facts.slug} sign in`,
      Service: "Sign in with Apple, Configure",
      "Primary App ID": bundleOf(facts),
    },
    afterwards: again(facts, { "sign-in-key": "AuthKey_ABC123DEFG.p8" }),
  });
}

function servicesStep(facts: AppleFacts): SetupStep {
  const { apple, baseUrl } = facts;
  const { protocol, hostname } = new URL(baseUrl);
  const isFit = protocol === "https:" && hostname !== "localhost";
  const values = {
    "Primary App ID": bundleOf(facts),
    "Domains and Subdomains": hostname,
    "Return URLs": `${baseUrl}/oauth/apple/callback`,
    ...(!isFit && {
      "": "Apple accepts only https URLs with a domain name: set the server's --base-url first",
    }),
  };
  if (apple.servicesId) {
    return step(`The Services ID must have these values`, {
      at: `${IDENTIFIERS}/serviceId, ${apple.servicesId}, Sign in with Apple, Configure`,
      values,
    });
  }
  return step("For Android and the browser: create a Services ID and configure Sign in with Apple", {
    at: `${IDENTIFIERS}/serviceId, +`,
    values: { Identifier: `${bundleOf(facts)}.signin`, ...values },
    afterwards: again(facts, { "services-id": `${bundleOf(facts)}.signin` }),
  });
}

function relayStep({ mailFrom }: AppleFacts): SetupStep {
  const [, domain] = /@([^\s>]+)/.exec(mailFrom) ?? [];
  const title = "Register your sender: Apple's private relay delivers emails only from registered senders";
  return step(title, {
    at: "https://developer.apple.com/account/resources/services/configure, Sign in with Apple for Email Communication",
    values: {
      "Email Source": domain ?? "the domain of your sender address, as set with svc instance smtp set",
    },
  });
}
