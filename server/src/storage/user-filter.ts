import type { SelectQueryBuilder } from "kysely";
import type { Tables } from "./db.ts";
import { searchTextContains } from "./search-text.ts";

export type UserFilter = {
  /** Part of email or display name, in lower case; empty for all. */
  query: string;
  isDisabled?: boolean;
  isVerified?: boolean;
  isGuest?: boolean;
  hasPassword?: boolean;
  isBouncing?: boolean;
  provider?: string;
};

type UsersQuery<Row> = SelectQueryBuilder<Tables, "users", Row>;

/** Of the users of a query, those whom the filter lets through. */
export function matching<Row>(query: UsersQuery<Row>, filter: UserFilter): UsersQuery<Row> {
  const found = filter.query === "" ? query : query.where(searchTextContains(filter.query));
  return withFlags(found, filter);
}

export function withFlags<Row>(query: UsersQuery<Row>, filter: Omit<UserFilter, "query">): UsersQuery<Row> {
  let filtered = query;
  const flag = (
    column: "disabledAt" | "emailBouncedAt" | "emailVerifiedAt" | "guestSince" | "passwordHash",
    isSet?: boolean,
  ): void => {
    if (isSet !== undefined) filtered = filtered.where(`users.${column}`, isSet ? "is not" : "is", null);
  };
  flag("disabledAt", filter.isDisabled);
  flag("emailVerifiedAt", filter.isVerified);
  flag("guestSince", filter.isGuest);
  flag("passwordHash", filter.hasPassword);
  flag("emailBouncedAt", filter.isBouncing);
  const { provider } = filter;
  if (provider !== undefined) {
    filtered = filtered.where(({ exists, selectFrom }) =>
      exists(
        selectFrom("identities")
          .select("identities.id")
          .whereRef("identities.userId", "=", "users.id")
          .where("identities.provider", "=", provider),
      ),
    );
  }
  return filtered;
}
