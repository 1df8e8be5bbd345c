import { type ReactNode, useState } from "react";
import { afterSignIn } from "../api/session.ts";
import { hasAdmin } from "../api/sign-in.ts";
import { documentationUrl } from "../app/documentation.ts";
import { Brand } from "../components/brand.tsx";
import { Button } from "../components/button.tsx";
import { Icon } from "../components/icon.tsx";
import { SignInForm } from "../components/sign-in-form.tsx";
import { common } from "../strings/common.ts";
import { signIn } from "../strings/sign-in.ts";

/** The sign-in page, a document separate from the console. Without an administrator it shows how to create one. */
export function SignInPage(): ReactNode {
  // The server says so in the page, so that nothing has to be asked before the form is there.
  const [isFirstRun, setFirstRun] = useState(() => "firstRun" in document.documentElement.dataset);
  const [isSecondStep, setSecondStep] = useState(false);
  const checkForAdmin = async (): Promise<boolean> => {
    const isFirst = !(await hasAdmin());
    setFirstRun(isFirst);
    return isFirst;
  };
  const title = isFirstRun ? signIn.firstTitle : signIn.title;
  return (
    <main className="flex min-h-dvh items-center justify-center p-4">
      <title>{`${title} · ${common.product} · ${location.host}`}</title>
      <div className="w-full max-w-sm space-y-6 rounded-2xl border border-line bg-surface p-6 shadow-card sm:p-8">
        <header className="space-y-4">
          <Brand size={40} />
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        </header>
        {isFirstRun ? (
          <FirstRun onCheck={checkForAdmin} />
        ) : (
          <SignInForm onSecondStep={setSecondStep} onSignedIn={goOn}>
            {(isBusy) => (
              <Button className="w-full" isBusy={isBusy} variant="primary" type="submit">
                {signIn.submit}
              </Button>
            )}
          </SignInForm>
        )}
        {!isFirstRun && !isSecondStep && (
          <p className="text-xs text-muted">
            {signIn.forgotten} <code className="font-mono whitespace-nowrap">{signIn.forgottenCommand}</code>{" "}
            {signIn.forgottenThen}
          </p>
        )}
        <a
          className="flex min-h-9 items-center gap-2 text-xs text-muted underline underline-offset-4 hover:text-ink"
          href={documentationUrl("/sign-in")}
        >
          <Icon name="book" />
          {signIn.documentation}
        </a>
      </div>
    </main>
  );
}

/** The server answers with this page at every address of the console, so most often the way leads nowhere else. */
function goOn(): void {
  if (location.pathname === "/console/sign-in") location.replace(afterSignIn(location.search));
  else location.reload();
}

function FirstRun({ onCheck }: { onCheck: () => Promise<boolean> }): ReactNode {
  const [isStillFirst, setStillFirst] = useState(false);
  return (
    <div className="space-y-4">
      <p>{signIn.firstText}</p>
      <code className="block rounded-lg border border-line bg-sunken p-3 font-mono text-xs break-words">
        {signIn.firstCommand}
      </code>
      <p className="text-xs text-muted">{signIn.firstData}</p>
      <Button className="w-full" variant="primary" onClick={async () => setStillFirst(await onCheck())}>
        {signIn.firstThen}
      </Button>
      <p className="text-center text-xs text-muted" role="status">
        {isStillFirst && signIn.stillNone}
      </p>
    </div>
  );
}
