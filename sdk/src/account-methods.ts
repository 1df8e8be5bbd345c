import type { UserJson } from "@svc/proto/svc/auth/v1/user_pb";
import type { AuthError } from "./auth-error.ts";
import type { Caller } from "./caller.ts";
import type {
  ChangePasswordInput,
  DeleteAccountInput,
  DeviceSession,
  EmailChangeInput,
  EmailLink,
  PasswordResetInput,
  ProjectConfig,
  Provider,
  UnlinkIdentityInput,
  UpdateMeInput,
  User,
} from "./contract.ts";
import { decodeUser, withOauthProvider } from "./decode-user.ts";
import { keepDeviceToken } from "./device-tokens.ts";
import { CONFIG_SERVICE } from "./transport.ts";

export type AccountMethods = ReturnType<typeof accountMethods>;

export function accountMethods({ keeper, call, asUser }: Caller) {
  const kept = async (answer: Promise<{ user: UserJson }>): Promise<User> =>
    keeper.keepUser(decodeUser((await answer).user));
  return {
    getMe: (): Promise<User> => kept(asUser("GetMe")),
    /** What is absent stays as it is; an empty text removes. */
    updateMe: (input: UpdateMeInput): Promise<User> => kept(asUser("UpdateMe", input)),
    /**
     * Also ends the sessions that the provider opened, perhaps this one. Needs `currentPassword`, unless the user signed in
     * during the last ten minutes.
     */
    unlinkIdentity: (input: UnlinkIdentityInput): Promise<User> =>
      kept(asUser("UnlinkIdentity", withOauthProvider(input))),

    /** Ends the user's other sessions. */
    changePassword: async (input: ChangePasswordInput): Promise<void> => {
      const { deviceToken } = await asUser<{ deviceToken?: string }>("ChangePassword", input);
      await keepDeviceToken(keeper.disk, undefined, deviceToken);
    },
    /** The old address stays in use until the link in the mail is followed. */
    requestEmailChange: (input: EmailChangeInput): Promise<void> => asUser("RequestEmailChange", input),
    /** The devices on which the user is signed in, the most recently used first. */
    listMySessions: async (): Promise<DeviceSession[]> =>
      (await asUser<{ sessions: DeviceSession[] }>("ListMySessions")).sessions,
    revokeMySession: (sessionId: string): Promise<void> => asUser("RevokeMySession", { sessionId }),
    /** For good. Needs `currentPassword`, unless the user is a guest or signed in during the last ten minutes. */
    deleteAccount: async (input?: DeleteAccountInput): Promise<void> => {
      await asUser("DeleteAccount", input).catch((error: AuthError) => {
        // An earlier call has deleted it, but its answer was lost.
        if (!error.metadata.cause) throw error;
      });
      await keeper.close("deleted");
    },

    // What follows needs nobody signed in. The confirming half is usually done by the pages behind the mails.
    requestEmailVerification: (email: string): Promise<void> => call("RequestEmailVerification", { email }),
    /** `removeProviders`: accounts that `inspectEmailLink` lists and that the owner of the mailbox does not know. */
    confirmEmailVerification: (token: string, removeProviders?: Provider[]): Promise<User> =>
      kept(call("ConfirmEmailVerification", { token, removeProviders })),
    rejectEmailVerification: (token: string): Promise<{ accountDeleted: boolean }> =>
      call("RejectEmailVerification", { token }),
    requestPasswordReset: (email: string): Promise<void> => call("RequestPasswordReset", { email }),
    confirmPasswordReset: (input: PasswordResetInput): Promise<void> => call("ConfirmPasswordReset", input),
    confirmEmailChange: (token: string): Promise<User> => kept(call("ConfirmEmailChange", { token })),
    /** For the owner of the old address. Choose a new password with `confirmPasswordReset` and the `resetToken`. */
    undoEmailChange: (token: string): Promise<{ resetToken: string }> => call("UndoEmailChange", { token }),
    /** What a mailed link is about. It is not used up. */
    inspectEmailLink: (token: string): Promise<EmailLink> => call("InspectEmailLink", { token }),
    requestAccountDeletion: (email: string): Promise<void> => call("RequestAccountDeletion", { email }),
    confirmAccountDeletion: (token: string): Promise<void> => call("ConfirmAccountDeletion", { token }),

    /** Which ways to sign in are open, the password policy and the theme. */
    getProjectConfig: (): Promise<ProjectConfig> => call(`${CONFIG_SERVICE}GetProjectConfig`),
  };
}
