import { type ReactNode, useState } from "react";
import { twoStep as text } from "../strings/two-step.ts";
import { EnrollAtSignIn } from "./enroll-at-sign-in.tsx";
import { ProveFactor } from "./prove-factor.tsx";
import type { SecondStepProps } from "./second-step-props.ts";

/** What a sign-in needs after the password: a factor, or its enrollment. */
export function SecondStep(props: SecondStepProps): ReactNode {
  const isEnrollment = props.challenge.factors.length === 0;
  const [isEnrolled, setEnrolled] = useState(false);
  const enrollmentTitle = isEnrolled ? text.codesTitle : text.requiredTitle;
  return (
    <section className="space-y-4" aria-labelledby="second-step">
      <h2 className="font-semibold" id="second-step">
        {isEnrollment ? enrollmentTitle : text.proveTitle}
      </h2>
      {isEnrollment ? (
        <EnrollAtSignIn {...props} onEnrolled={() => setEnrolled(true)} />
      ) : (
        <ProveFactor {...props} />
      )}
    </section>
  );
}
