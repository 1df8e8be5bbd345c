import type { UserJson } from "@svc/proto/svc/auth/v1/user_pb";
import type { AuthError } from "./auth-error.ts";
import type { Caller } from "./caller.ts";
import type {
  ChangePasswordInput,
  DeleteAccountInput,
  DeviceSession,
  EmailChangeInput,
  EmailLink,
  EmailLinkReview,
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

type Rejection = {
  /** True when the whole account was deleted. */
  accountDeleted: boolean;
};

type DeletedAccount = {
  /** When the account will be deleted (ISO 8601). Undefined when it is deleted already. */
  deletionTime?: string | undefined;
};

type Undone = {
  /** The `token` for `confirmPasswordReset`. */
  resetToken: string;
};

export type AccountMethods = ReturnType<typeof accountMethods>;

export function accountMethods({ keeper, call, asUser }: Caller) {
  const kept = async (answer: Promise<{ user: UserJson }>): Promise<User> =>
    keeper.keepUser(decodeUser((await answer).user));
  return {
    /** Fetches the signed-in user from the server and updates `user`. For example after your backend changed the user. */
    getMe: (): Promise<User> => kept(asUser("GetMe")),
    /**
     * Changes the user's display name, picture and language. A field that is absent stays as it is; an empty string
     * removes it.
     *
     * @throws `AuthError`: `INVALID_REQUEST` (`metadata.field` says which).
     */
    updateMe: (input: UpdateMeInput): Promise<User> => kept(asUser("UpdateMe", input)),
    /**
     * Removes a Google or Apple account from the user. It also ends the sessions that were opened with it, perhaps this
     * one. Needs `currentPassword`, unless the user signed in during the last ten minutes.
     *
     * @throws `AuthError`: `LAST_SIGN_IN_METHOD`, `REAUTHENTICATION_REQUIRED`, `INVALID_CREDENTIALS` (wrong current
     * password), `NOT_FOUND`.
     */
    unlinkIdentity: (input: UnlinkIdentityInput): Promise<User> =>
      kept(asUser("UnlinkIdentity", withOauthProvider(input))),

    /**
     * Changes the password and ends the user's other sessions. A user who has no password yet gets one with
     * `linkPassword`.
     *
     * @throws `AuthError`: `INVALID_CREDENTIALS` (wrong current password), `WEAK_PASSWORD`.
     */
    changePassword: async (input: ChangePasswordInput): Promise<void> => {
      const { deviceToken } = await asUser<{ deviceToken?: string }>("ChangePassword", input);
      await keepDeviceToken(keeper.disk, undefined, deviceToken);
    },
    /**
     * Emails a confirmation link to a new address. The old address stays in use until the user follows the link.
     * Succeeds also when another account has the new address; then no link is sent.
     *
     * @throws `AuthError`: `REAUTHENTICATION_REQUIRED`, `INVALID_CREDENTIALS` (wrong current password).
     */
    requestEmailChange: (input: EmailChangeInput): Promise<void> => asUser("RequestEmailChange", input),
    /** Lists the devices on which the user is signed in, the most recently used first. `current` marks this one. */
    listMySessions: async (): Promise<DeviceSession[]> =>
      (await asUser<{ sessions: DeviceSession[] }>("ListMySessions")).sessions,
    /**
     * Ends the session of one device of the user. Succeeds also when it has already ended.
     *
     * @throws `AuthError`: `NOT_FOUND` (not a session of this user).
     */
    revokeMySession: (sessionId: string): Promise<void> => asUser("RevokeMySession", { sessionId }),
    /**
     * Deletes the user's account permanently and signs out. Needs `currentPassword`, unless the user is a guest or signed
     * in during the last ten minutes. Where the project has a grace period, the account is deleted at `deletionTime`, and
     * signing in before then keeps it.
     *
     * @throws `AuthError`: `REAUTHENTICATION_REQUIRED`, `INVALID_CREDENTIALS` (wrong current password).
     *
     * @example
     * import { isAuthError } from "@svc/sdk";
     *
     * try {
     *   await auth.deleteAccount();
     * } catch (error) {
     *   if (!isAuthError(error, "REAUTHENTICATION_REQUIRED")) throw error;
     *   await auth.deleteAccount({ currentPassword: password });
     * }
     */
    deleteAccount: async (input?: DeleteAccountInput): Promise<DeletedAccount> => {
      const { deletionTime } = await asUser<DeletedAccount>("DeleteAccount", input).catch(hasDeleted);
      await keeper.close("deleted");
      return { deletionTime };
    },

    // What follows needs nobody signed in. The server's own pages do the confirming half, unless the app handles the links.

    /** Emails a new verification link. Always succeeds, so that nobody learns which emails have an account. */
    requestEmailVerification: (email: string): Promise<void> => call("RequestEmailVerification", { email }),
    /**
     * Marks the email as verified, with the token from an emailed link. `removeProviders` names Google or Apple accounts
     * that `inspectEmailLink` lists and the owner of the mailbox does not recognise: they are removed. `review` has the
     * same for passkeys, and what the page has listed.
     *
     * @throws `AuthError`: `EMAIL_TOKEN_INVALID`.
     */
    confirmEmailVerification: (
      token: string,
      removeProviders?: Provider[],
      review?: EmailLinkReview,
    ): Promise<User> => kept(call("ConfirmEmailVerification", { token, removeProviders, ...review })),
    /**
     * "This wasn't me": deletes an account that somebody else created with this email, or takes the email and the
     * password away from an account that has other ways to sign in.
     *
     * @throws `AuthError`: `EMAIL_TOKEN_INVALID`.
     */
    rejectEmailVerification: (token: string): Promise<Rejection> =>
      call("RejectEmailVerification", { token }),
    /** Emails a link to choose a new password. Always succeeds, so that nobody learns which emails have an account. */
    requestPasswordReset: (email: string): Promise<void> => call("RequestPasswordReset", { email }),
    /**
     * Sets a new password with the token from an emailed link, and ends every session of the user.
     *
     * @throws `AuthError`: `EMAIL_TOKEN_INVALID`, `WEAK_PASSWORD` (the link stays valid).
     */
    confirmPasswordReset: (input: PasswordResetInput): Promise<void> => call("ConfirmPasswordReset", input),
    /**
     * Makes the new address the user's email, with the token from an emailed link. `review` removes what
     * `inspectEmailLink` lists and the owner of the mailbox does not recognise.
     *
     * @throws `AuthError`: `EMAIL_TOKEN_INVALID`, `EMAIL_ALREADY_EXISTS` (another account took it meanwhile).
     */
    confirmEmailChange: (token: string, review?: EmailLinkReview): Promise<User> =>
      kept(call("ConfirmEmailChange", { token, ...review })),
    /**
     * Restores the old email, with the token from the email that its owner got, and ends every session. The password is
     * removed: choose a new one with `confirmPasswordReset`.
     *
     * @throws `AuthError`: `EMAIL_TOKEN_INVALID`.
     */
    undoEmailChange: (token: string): Promise<Undone> => call("UndoEmailChange", { token }),
    /**
     * Says what an emailed link is about, without using it up.
     *
     * @throws `AuthError`: `EMAIL_TOKEN_INVALID`.
     */
    inspectEmailLink: (token: string): Promise<EmailLink> => call("InspectEmailLink", { token }),
    /**
     * Emails a link that deletes the account, for people who no longer have the app. Always succeeds, so that nobody
     * learns which emails have an account.
     */
    requestAccountDeletion: (email: string): Promise<void> => call("RequestAccountDeletion", { email }),
    /**
     * Deletes the account permanently, with the token from an emailed link, or at `deletionTime` as `deleteAccount` does.
     *
     * @throws `AuthError`: `EMAIL_TOKEN_INVALID`.
     */
    confirmAccountDeletion: (token: string): Promise<DeletedAccount> =>
      call("ConfirmAccountDeletion", { token }),

    /** Fetches which sign-in methods are enabled, the password policy and the theme, for your sign-in screen. */
    getProjectConfig: (): Promise<ProjectConfig> => call(`${CONFIG_SERVICE}GetProjectConfig`),
  };
}

/** An earlier call has deleted the account, but its answer was lost. */
function hasDeleted(error: AuthError): DeletedAccount {
  if (!error.metadata.cause) throw error;
  return {};
}
