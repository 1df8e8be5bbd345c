import { signInWithEmailCode } from "../../src/domain/codes/sign-in-with-email-code.ts";
import { asked } from "../../src/testing/nothing-asked.ts";
import { REMOVED } from "./account-use-cases.ts";
import { asApp, DEVICE } from "./callers.ts";
import type { UseCase } from "./use-case.ts";

const run: UseCase["run"] = async (app, world) => {
  const input = { ...world.person.emailCode, attemptId: "", deviceToken: "", asked };
  return signInWithEmailCode(app, await asApp(app, world), input, DEVICE);
};

export const emailCodeUseCases: readonly UseCase[] = [
  {
    name: "SignInWithEmailCode",
    about: "person",
    needs: { kind: "member", address: "verified" },
    run,
    acknowledges: {
      opensSessionWith: "mailbox",
      proves: ["own"],
      consumes: "email code",
      mayWrite: ["user.signed_in", "user.signed_up", "user.email_verified"],
      refusalMayWrite: ["user.sign_in_failed"],
    },
  },
  {
    name: "SignInWithEmailCode (first proof)",
    about: "person",
    needs: { kind: "member", address: "unverified" },
    run,
    acknowledges: {
      opensSessionWith: "mailbox",
      proves: ["own"],
      consumes: "email code",
      removesPassword: true,
      endsCredentials: ["password", "google", "apple", "passkey"],
      endsSessions: "all",
      voids: ["verify_email", "reset_password", "invite_user", "change_email", "delete_account"],
      mayWrite: [
        "user.signed_in",
        "user.signed_up",
        "user.email_verified",
        "user.password_removed",
        ...REMOVED,
      ],
      refusalMayWrite: ["user.sign_in_failed"],
    },
  },
];
