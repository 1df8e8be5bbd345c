import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { TokenResponseSchema } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { OAuthBench } from "../../testing/oauth.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";

describe.each(engines)("The token response on $kind", (engine) => {
  let b: OAuthBench;
  let project: Project;
  beforeEach(async () => {
    b = await OAuthBench.open(engine);
    project = await b.addProject();
  });
  afterEach(() => b.close());

  test("SignIn, SignInWithOAuth and RefreshToken answer with the same message and its four fields", async () => {
    const { signIn, signInWithOAuth, refreshToken } = AuthService.method;
    for (const { output } of [signIn, signInWithOAuth, refreshToken])
      expect(output).toBe(TokenResponseSchema);
    expect(TokenResponseSchema.fields.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["access_token", "refresh_token", "expires_in", "user"]),
    );

    const { user } = await b.t.addUser(project, EMAIL, PASSWORD);
    const signedIn = await b.t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
    const bySocialAccount = await b.signIn(project, "google", "g-1");
    const refreshed = await b.t.auth(project).refreshToken({ refreshToken: signedIn.refreshToken });
    for (const answer of [signedIn, bySocialAccount, refreshed]) {
      expect(answer).toMatchObject({
        accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        refreshToken: expect.stringMatching(/^[\w-]{43}$/),
        expiresIn: 900,
        user: { id: expect.any(String), claims: {} },
      });
    }
    expect(refreshed.user).toEqual(signedIn.user);
    expect(signedIn.user?.id).toBe(user?.id);
    expect(bySocialAccount.user?.id).not.toBe(user?.id);
  });
});
