import type { App } from "../../../app.ts";
import { AppError } from "../../../errors.ts";
import type { Project } from "../../projects/project.ts";
import { detailsOf, type ProjectDetails } from "../../projects/project-details.ts";
import { openProviderSecret } from "../../projects/provider-secrets.ts";

/** The settings that Stripe lacks, as paths. */
export function missingForStripe({
  settings: { billing },
  secrets,
}: Pick<ProjectDetails, "settings" | "secrets">): string[] {
  const parts = {
    "billing.stripe.enabled": billing.stripe.enabled,
    "billing.stripe.secret_key": secrets.has("stripe_secret_key"),
    "billing.stripe.webhook_secret": secrets.has("stripe_webhook_secret"),
  };
  return Object.entries(parts).flatMap(([path, isThere]) => (isThere ? [] : [path]));
}

/** What opens Stripe's API. */
export async function stripeKey(app: Pick<App, "db" | "secretBox">, project: Project): Promise<string> {
  const key = project.settings.billing.stripe.enabled
    ? await openProviderSecret(app, project.id, "stripe_secret_key")
    : undefined;
  if (key !== undefined) return key;
  const missing = missingForStripe(await detailsOf(app, project)).join(",");
  throw new AppError("STORE_NOT_CONFIGURED", missing, { store: "stripe", missing });
}
