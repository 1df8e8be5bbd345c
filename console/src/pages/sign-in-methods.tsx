import type { ReactNode } from "react";
import { useProject } from "../app/current-project.ts";
import { Loaded } from "../components/loaded.tsx";
import { Page } from "../components/page.tsx";
import { screenNames } from "../strings/screens.ts";
import { signInMethods as text } from "../strings/sign-in-methods.ts";
import { AppleCard } from "./sign-in-methods/apple-card.tsx";
import { EmailCodeCard } from "./sign-in-methods/email-code-card.tsx";
import { GoogleCard } from "./sign-in-methods/google-card.tsx";
import { GuestsCard } from "./sign-in-methods/guests-card.tsx";
import { MfaCard } from "./sign-in-methods/mfa-card.tsx";
import { PasskeysCard } from "./sign-in-methods/passkeys-card.tsx";
import { PasswordCard } from "./sign-in-methods/password-card.tsx";

export function SignInMethodsPage(): ReactNode {
  return (
    <Page description={text.description} title={screenNames.signInMethods}>
      <Loaded query={useProject()}>
        {({ project }) =>
          project?.settings && (
            <div className="space-y-5" key={project.id}>
              <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
                <PasswordCard />
                <EmailCodeCard />
                <GuestsCard />
              </div>
              <PasskeysCard project={project} />
              <MfaCard project={project} />
              <GoogleCard project={project} />
              <AppleCard project={project} />
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}
