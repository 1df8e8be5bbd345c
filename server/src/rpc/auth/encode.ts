import type { JsonObject, MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { InspectEmailLinkResponseSchema } from "@svc/proto/svc/auth/v1/auth_pb";
import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import type { ThemeSchema } from "@svc/proto/svc/auth/v1/theme_pb";
import type { TokenResponseSchema } from "@svc/proto/svc/auth/v1/tokens_pb";
import {
  AccountRecovery,
  type IdentitySchema,
  type SessionSchema,
  type UserSchema,
} from "@svc/proto/svc/auth/v1/user_pb";
import type { App } from "../../app.ts";
import type { EmailLink } from "../../domain/accounts/inspect-email-link.ts";
import type { Project } from "../../domain/projects/project.ts";
import type { TokenPair } from "../../domain/sessions/token-pair.ts";
import { assetUrlOf } from "../../domain/themes/asset.ts";
import type { Theme } from "../../domain/themes/theme.ts";
import type { Identity, Session, User } from "../../storage/db.ts";

const PROVIDERS: Readonly<Record<string, OauthProvider>> = {
  google: OauthProvider.GOOGLE,
  apple: OauthProvider.APPLE,
};

export function encodeTokens(pair: TokenPair): MessageInitShape<typeof TokenResponseSchema> {
  return {
    accessToken: pair.accessToken,
    refreshToken: pair.refreshToken,
    expiresIn: pair.expiresIn,
    user: encodeUser(pair.user, pair.identities),
    ...(pair.canceledDeletionAt !== undefined && {
      canceledDeletionTime: timestampFromMs(pair.canceledDeletionAt),
    }),
  };
}

export function encodeUser(user: User, identities: readonly Identity[]): MessageInitShape<typeof UserSchema> {
  return {
    id: user.id,
    email: user.email ?? "",
    emailVerified: user.emailVerifiedAt !== null,
    displayName: user.displayName,
    avatarUrl: user.avatarUrl,
    locale: user.locale ?? "",
    isAnonymous: user.guestSince !== null,
    claims: JSON.parse(user.customClaims) as JsonObject,
    identities: identities.map(encodeIdentity),
    hasPassword: user.passwordHash !== null,
    createdAt: timestampFromMs(user.createdAt),
    recovery: recoveryOf(user, identities),
    emailBounces: user.emailBouncedAt !== null,
  };
}

/** How the user gets back in when passwords and passkeys are lost. */
function recoveryOf(user: User, identities: readonly Identity[]): AccountRecovery {
  if (user.email !== null) return AccountRecovery.EMAIL;
  return identities.length > 0 ? AccountRecovery.PROVIDER : AccountRecovery.NONE;
}

export function encodeIdentity(identity: Identity): MessageInitShape<typeof IdentitySchema> {
  return {
    provider: PROVIDERS[identity.provider] ?? OauthProvider.UNSPECIFIED,
    email: identity.email ?? "",
    linkedAt: timestampFromMs(identity.createdAt),
  };
}

export function encodeSession(session: Session, currentId: string): MessageInitShape<typeof SessionSchema> {
  return {
    id: session.id,
    device: session.userAgent,
    createdAt: timestampFromMs(session.createdAt),
    lastUsedAt: timestampFromMs(session.lastUsedAt),
    current: session.id === currentId,
  };
}

export function encodeTheme(
  app: Pick<App, "baseUrl">,
  project: Pick<Project, "slug">,
  theme: Theme,
): MessageInitShape<typeof ThemeSchema> {
  const { darkColors, ...rest } = theme;
  return {
    ...rest,
    ...(darkColors && { darkColors }),
    fontUrl: assetUrlOf(app, project, theme.fontAsset),
    logoUrl: assetUrlOf(app, project, theme.logoAsset),
    texts: { ...theme.texts },
  };
}

export function encodeEmailLink(link: EmailLink): MessageInitShape<typeof InspectEmailLinkResponseSchema> {
  const { totp, ...rest } = link;
  return {
    ...rest,
    ...(totp && { totp: encodeReviewedTotp(totp) }),
    identities: link.identities.map(({ identity, keepByDefault }) => ({
      provider: identity.provider,
      email: identity.email ?? "",
      linkedAt: timestampFromMs(identity.createdAt),
      keepByDefault,
    })),
    passkeys: link.passkeys.map(({ passkey, keepByDefault }) => ({
      id: passkey.id,
      name: passkey.name,
      createdAt: timestampFromMs(passkey.createdAt),
      keepByDefault,
      ...(passkey.lastUsedAt !== null && { lastUsedAt: timestampFromMs(passkey.lastUsedAt) }),
    })),
  };
}

function encodeReviewedTotp({ createdAt, lastUsedAt }: NonNullable<EmailLink["totp"]>) {
  return {
    enrolledAt: timestampFromMs(createdAt),
    ...(lastUsedAt !== null && { lastUsedAt: timestampFromMs(lastUsedAt) }),
  };
}

/** As it is stored; undefined when none is named. */
export function providerName(provider: OauthProvider): string | undefined {
  return Object.keys(PROVIDERS).find((name) => PROVIDERS[name] === provider);
}
