import { accountUseCases } from "./account-use-cases.ts";
import { adminCredentialUseCases } from "./admin-credential-use-cases.ts";
import { adminPasskeyUseCases } from "./admin-passkey-use-cases.ts";
import { adminUseCases } from "./admin-use-cases.ts";
import { backendUseCases } from "./backend-use-cases.ts";
import { emailCodeUseCases } from "./email-code-use-cases.ts";
import { factorUseCases } from "./factor-use-cases.ts";
import { jobUseCases } from "./job-use-cases.ts";
import { linkPasswordUseCases } from "./link-password-use-cases.ts";
import { oauthUseCases } from "./oauth-use-cases.ts";
import { passkeyUseCases } from "./passkey-use-cases.ts";
import { projectUseCases } from "./project-use-cases.ts";
import { repeatUseCases } from "./repeat-use-cases.ts";
import { sessionUseCases } from "./session-use-cases.ts";
import type { UseCase } from "./use-case.ts";

/** Every call and job that changes a user, session, identity, email token, queued mail, administrator or project. */
export const allUseCases: readonly UseCase[] = [
  ...sessionUseCases,
  ...repeatUseCases,
  ...accountUseCases,
  ...linkPasswordUseCases,
  ...oauthUseCases,
  ...emailCodeUseCases,
  ...passkeyUseCases,
  ...factorUseCases,
  ...backendUseCases,
  ...jobUseCases,
  ...adminUseCases,
  ...adminCredentialUseCases,
  ...adminPasskeyUseCases,
  ...projectUseCases,
];

export function useCaseNamed(name: string): UseCase {
  const found = allUseCases.find((useCase) => useCase.name === name);
  if (!found) throw new Error(`there is no use case ${name}`);
  return found;
}
