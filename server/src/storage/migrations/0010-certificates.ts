import { type Kysely, sql } from "kysely";

/** Certificates of the server itself, shared by all replicas, and what their authority asks in between. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table certificates (
    id text primary key,
    directory text not null,
    names text not null,
    chain text,
    private_key_sealed text,
    not_before bigint,
    not_after bigint,
    attempts bigint not null,
    next_attempt_at bigint not null,
    last_error text,
    last_error_at bigint,
    unique (directory, names)
  )`,

  `create table acme_accounts (
    id text primary key,
    directory text not null unique,
    key_sealed text not null,
    created_at bigint not null
  )`,

  `create table acme_challenges (
    token text primary key,
    answer text not null,
    expires_at bigint not null
  )`,
];
