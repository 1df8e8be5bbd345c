import { apiAdminSurface } from "./api-admin-surface.ts";
import { apiAuthSurface } from "./api-auth-surface.ts";
import { apiHttp } from "./api-http.ts";
import { apiResources } from "./api-resources.ts";
import { apiServerSurface } from "./api-server-surface.ts";
import { apiStates } from "./api-states.ts";
import { apiSurfaces } from "./api-surfaces.ts";
import { apiTokens } from "./api-tokens.ts";
import { apiVerification } from "./api-verification.ts";
import { apiVersions } from "./api-versions.ts";
import { cliDoctor } from "./cli-doctor.ts";
import { cliInstance } from "./cli-instance.ts";
import { cliLocal } from "./cli-local.ts";
import { cliProject } from "./cli-project.ts";
import { cliSetup } from "./cli-setup.ts";
import { cliShared } from "./cli-shared.ts";
import { cliUsers } from "./cli-users.ts";
import type { Chapter, Statement } from "./statement.ts";

export const networkInterface: readonly Chapter[] = [
  apiSurfaces,
  apiTokens,
  apiResources,
  apiStates,
  apiAuthSurface,
  apiServerSurface,
  apiAdminSurface,
  apiHttp,
  apiVerification,
  apiVersions,
];

export const commandLine: readonly Chapter[] = [
  cliShared,
  cliLocal,
  cliDoctor,
  cliInstance,
  cliProject,
  cliSetup,
  cliUsers,
];

export const allStatements: readonly Statement[] = [...networkInterface, ...commandLine].flatMap(
  ({ statements }) => statements,
);

export type FlatProof = Readonly<{ id: string; file: string; title: string }>;

/** Each test that a statement names. */
export function proofsOf({ id, proof }: Statement): readonly FlatProof[] {
  return Object.entries(proof).flatMap(([file, titles]) =>
    [titles].flat().map((title) => ({ id, file, title })),
  );
}
