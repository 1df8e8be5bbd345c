import type { Answers } from "./answers.ts";

/** What is left to do after the project exists. */
export function checklistOf(answers: Answers): string[] {
  const { slug, google, apple } = answers;
  return [
    "put the publishable key into the app, and the secret key into the environment of your backend",
    `svc skill export --project ${slug} writes instructions for a coding agent`,
    ...(answers.requireEmailVerification
      ? ["svc instance smtp set sets the mail server; without one nobody can verify an email address"]
      : []),
    ...(google ? [`Google: svc setup google --project ${slug} continues the setup`] : []),
    ...(apple ? [`Apple: svc setup apple --project ${slug} continues the setup`] : []),
    ...(answers.wantsPush
      ? [
          "push: call svc.push.v1.PushService/RegisterPushDevice at every start of the app, with the access token",
        ]
      : []),
    ...(answers.billing
      ? [
          `subscriptions: svc setup billing --project ${slug} puts the catalog into the App Store, Google Play and Stripe`,
        ]
      : []),
    `svc doctor --project ${slug} checks all of it`,
  ];
}
