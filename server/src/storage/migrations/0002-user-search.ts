import { type Kysely, sql } from "kysely";
import { engineOf } from "../engine.ts";

/** Finds users by any part of email or display name, by an index of three-letter pieces. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [...BOTH, ...(engineOf(db).name === "postgres" ? POSTGRES : SQLITE)];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const BOTH = [
  "alter table users add column search_text text not null default ''",
  "create index users_disabled on users (project_id, created_at, id) where disabled_at is not null",
  "create index users_guests on users (project_id, created_at, id) where guest_since is not null",
];

const POSTGRES = [
  "create extension if not exists pg_trgm",
  // Without a list of pending entries, which every search would have to read through.
  `create index users_search on users using gin (search_text gin_trgm_ops)
    with (fastupdate = off) where search_text <> ''`,
];

// The index names its documents by an integer of its own: SQLite may renumber the hidden row ids of
// `users` when it copies the file. Guests have nothing to search for and cost nothing here.
const SQLITE = [
  `create table user_search_documents (
    id integer primary key,
    user_id text not null unique,
    text text not null
  )`,
  `create virtual table user_search using fts5 (
    text, content = 'user_search_documents', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
  )`,
  `create trigger user_search_insert after insert on user_search_documents begin
    insert into user_search (rowid, text) values (new.id, new.text);
  end`,
  `create trigger user_search_delete after delete on user_search_documents begin
    insert into user_search (user_search, rowid, text) values ('delete', old.id, old.text);
  end`,
  `create trigger users_search_insert after insert on users when new.search_text <> '' begin
    insert into user_search_documents (user_id, text) values (new.id, new.search_text);
  end`,
  `create trigger users_search_update after update of search_text on users
    when new.search_text <> old.search_text begin
    delete from user_search_documents where user_id = old.id;
    insert into user_search_documents (user_id, text)
      select new.id, new.search_text where new.search_text <> '';
  end`,
  `create trigger users_search_delete after delete on users begin
    delete from user_search_documents where user_id = old.id;
  end`,
];
