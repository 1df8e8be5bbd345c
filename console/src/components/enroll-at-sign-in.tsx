import { type ReactNode, useEffect, useState } from "react";
import type { Failure } from "../api/failure.ts";
import {
  completeSignIn,
  confirmEnrollment,
  type Enrolled,
  type Enrollment,
  startRequiredEnrollment,
} from "../api/sign-in.ts";
import { twoStep as text } from "../strings/two-step.ts";
import { Button } from "./button.tsx";
import { EnrollApp } from "./enroll-app.tsx";
import { ErrorNotice } from "./error-notice.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import type { SecondStepProps } from "./second-step-props.ts";

/** Enrolls an app because the server requires one, and completes the sign-in with it. */
export function EnrollAtSignIn({
  challenge: { token },
  onSignedIn,
  onBack,
  onEnrolled,
}: SecondStepProps & {
  /** The recovery codes are shown from now on. */
  onEnrolled: () => void;
}): ReactNode {
  const [enrollment, setEnrollment] = useState<Enrollment>();
  const [enrolled, setEnrolled] = useState<Enrolled>();
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    void startRequiredEnrollment(token).then(({ answer, failure }) => {
      setEnrollment(answer?.enrollment);
      setFailure(failure);
    });
  }, [token]);

  const confirm = async (code: string): Promise<void> => {
    setBusy(true);
    const answered = await confirmEnrollment(token, code);
    setBusy(false);
    setFailure(answered.failure);
    setEnrolled(answered.answer);
    if (answered.answer) onEnrolled();
  };
  const goOn = async (): Promise<void> => {
    const { answer, failure } = await completeSignIn(enrolled?.mfaToken ?? "", {});
    if (answer) onSignedIn(answer);
    else setFailure(failure);
  };
  const back = <Button onClick={onBack}>{text.back}</Button>;
  if (enrolled) {
    return (
      <>
        <p>{text.codesText}</p>
        <RecoveryCodes codes={enrolled.recoveryCodes} onDone={() => void goOn()} />
        {failure && <ErrorNotice failure={failure} />}
      </>
    );
  }
  return (
    <>
      <p>{text.requiredText}</p>
      {enrollment ? (
        <EnrollApp cancel={back} enrollment={enrollment} failure={failure} isBusy={isBusy} onCode={confirm} />
      ) : (
        <>
          {failure && <ErrorNotice failure={failure} />}
          {back}
        </>
      )}
    </>
  );
}
