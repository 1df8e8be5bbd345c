import { etagOf } from "../etag.ts";
import type { ProjectDetails } from "./project-details.ts";
import { providerSecrets } from "./provider-secrets.ts";
import { valuesOf } from "./setting-fields.ts";

const isBilling = (path: string): boolean => path.startsWith("billing.");

/** The version of the name and of every setting and secret that UpdateProject changes. */
export function projectEtag(project: ProjectDetails): string {
  return etagOf(
    project.name,
    contentOf(project, (path) => !isBilling(path)),
  );
}

/** The version of every setting and secret that UpdateBillingSettings changes, with the catalog. */
export function billingEtag(project: ProjectDetails): string {
  return etagOf(contentOf(project, isBilling));
}

function contentOf({ settings, secrets }: ProjectDetails, isPart: (path: string) => boolean): unknown {
  return [
    [...valuesOf(settings)].filter(([path]) => isPart(path)),
    // A secret that is replaced has another time.
    providerSecrets.filter(({ path }) => isPart(path)).map(({ name }) => secrets.get(name) ?? null),
  ];
}
