import type { App } from "../../app.ts";
import { findProjectBySlug } from "../../storage/projects.ts";
import { projectNotFoundError } from "./find-project.ts";
import { issuerOf, jwksUrlOf } from "./urls.ts";

/** The names of OpenID Connect Discovery and RFC 8414. */
export type DiscoveryDocument = Readonly<{
  issuer: string;
  jwks_uri: string;
  authorization_endpoint: string;
  response_types_supported: readonly string[];
  subject_types_supported: readonly string[];
  id_token_signing_alg_values_supported: readonly string[];
  claims_supported: readonly string[];
}>;

/** What a verifier of the project's access tokens can find out by itself: the issuer, the keys and the algorithm. */
export async function discoveryDocument(
  app: Pick<App, "baseUrl" | "db">,
  slug: string,
): Promise<DiscoveryDocument> {
  const project = await findProjectBySlug(app.db, slug);
  if (!project) throw projectNotFoundError(slug);
  const issuer = issuerOf(app, project);
  return {
    issuer,
    jwks_uri: jwksUrlOf(app, project),
    // OpenID Connect requires the next two, and libraries refuse a document without them or with an empty list. There is
    // no such flow: the page at this address answers 400 and says so. What is optional and does not exist is left out.
    authorization_endpoint: `${issuer}/authorize`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["ES256"],
    claims_supported: [
      "iss",
      "sub",
      "aud",
      "iat",
      "exp",
      "sid",
      "email",
      "email_verified",
      "anonymous",
      "claims",
    ],
  };
}
