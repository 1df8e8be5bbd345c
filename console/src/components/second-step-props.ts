import type { SignedIn, SignInChallenge } from "../api/sign-in.ts";

export type SecondStepProps = {
  challenge: SignInChallenge;
  onSignedIn: (signedIn: SignedIn) => void;
  onBack: () => void;
};
