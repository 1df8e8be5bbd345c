import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ProjectSchema } from "@svc/proto/svc/admin/v1/project_pb";
import type { App } from "../../app.ts";
import { providerStates } from "../../domain/oauth/provider-state.ts";
import { oldSecretKeyOf } from "../../domain/projects/old-secret-key.ts";
import type { ProjectDetails } from "../../domain/projects/project-details.ts";
import { projectEtag } from "../../domain/projects/project-etag.ts";
import { refusedSenders } from "../../domain/projects/require-allowed-sender.ts";
import { issuerOf, jwksUrlOf } from "../../domain/projects/urls.ts";
import { encodeMfaPolicy } from "../auth/encode-mfa-policy.ts";
import { encodeProvider } from "./encode-provider-check.ts";

/** Projects with whether their senders are still allowed. */
export async function encodeProjects(
  app: Pick<App, "baseUrl" | "clock" | "configuredSmtp" | "db">,
  projects: readonly ProjectDetails[],
): Promise<MessageInitShape<typeof ProjectSchema>[]> {
  const refused = await refusedSenders(app, projects);
  return projects.map((project) => ({
    ...encodeProject(app, project),
    senderNotAllowed: refused.has(project.id),
  }));
}

export async function encodeOneProject(
  app: Pick<App, "baseUrl" | "clock" | "configuredSmtp" | "db">,
  project: ProjectDetails,
): Promise<MessageInitShape<typeof ProjectSchema>> {
  const [encoded = {}] = await encodeProjects(app, [project]);
  return encoded;
}

/** Secrets become flags that tell whether there is one. */
function encodeProject(
  app: Pick<App, "baseUrl" | "clock">,
  project: ProjectDetails,
): MessageInitShape<typeof ProjectSchema> {
  const { settings, secrets } = project;
  const old = oldSecretKeyOf(app, project);
  return {
    id: project.id,
    slug: project.slug,
    name: project.name,
    publishableKey: project.publishableKey,
    issuer: issuerOf(app, project),
    jwksUrl: jwksUrlOf(app, project),
    settings: {
      ...settings,
      mfa: { ...settings.mfa, policy: encodeMfaPolicy(settings.mfa.policy) },
      google: { ...settings.google, hasWebClientSecret: secrets.has("google_web_client_secret") },
      apple: { ...settings.apple, hasKey: secrets.has("apple_private_key") },
    },
    createdAt: timestampFromMs(project.createdAt),
    updatedAt: timestampFromMs(project.updatedAt),
    signInProviders: providerStates(project).map((state) => ({
      ...state,
      provider: encodeProvider(state.provider),
    })),
    etag: projectEtag(project),
    ...(old && { oldSecretKey: { last4: old.last4, expiresAt: timestampFromMs(old.until) } }),
  };
}
