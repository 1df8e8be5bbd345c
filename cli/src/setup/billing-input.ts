import type { BillingSettingsJson } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { type CommandContext, type Flags, optionalText } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { readSecretFlag } from "../prompt.ts";
import type { BillingStore } from "../store-entry.ts";
import { billingStores } from "../stores.ts";
import type { Replacements } from "./billing-walk.ts";
import { requireMatch } from "./require-match.ts";
import type { StoreInput } from "./store-setup-module.ts";

const REPLACEMENT = new RegExp(
  `^(price|trial|sale|grace)(:[\\w.-]+)?@(${billingStores.map(({ name }) => name).join("|")})$`,
);

/** A store, and what the flags say about it. */
export type NamedStore = Readonly<{ store: BillingStore; input: StoreInput }>;

export type BillingInput = Readonly<{
  replace: Replacements;
  /** With what only the stored settings decide. */
  withStored: (stored: BillingSettingsJson) => Promise<readonly NamedStore[]>;
}>;

/** Everything that the flags say, checked before any server is asked. */
export async function readBillingInput(context: CommandContext): Promise<BillingInput> {
  const { flags } = context;
  const modules = await Promise.all(
    billingStores.map(async (store) => ({ store, ...(await store.loadSetup()) })),
  );
  const piped = modules.filter(({ secretFlag }) => optionalText(flags, camel(secretFlag)) === "-");
  if (piped.length > 1) {
    throw usageFailure(
      `only one of ${piped.map(({ secretFlag }) => `--${secretFlag}`).join(", ")} can read standard input`,
      "run the command again for the other: each run changes only what its flags name",
    );
  }
  const secrets = await Promise.all(
    modules.map(async ({ secretFlag }) => ((await readSecretFlag(flags, secretFlag)) ?? "").trim()),
  );
  const given = modules.map(({ store, readInput }, n) => ({
    store,
    complete: readInput(flags, secrets[n] ?? ""),
  }));
  return {
    replace: readReplacements(flags),
    async withStored(stored) {
      const named: NamedStore[] = [];
      for (const { store, complete } of given) {
        named.push({ store, input: await complete(context, stored) });
      }
      return named;
    },
  };
}

function readReplacements(flags: Flags): Replacements {
  const names = optionalText(flags, "replace").split(",");
  const given = names.map((name) => name.trim()).filter((name) => name !== "");
  for (const name of given) {
    requireMatch("replace", name, REPLACEMENT, "price:pro_monthly@app_store; the plan lists the names");
  }
  return new Set(given);
}

function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
