import type { DatabaseConnection, Driver, TransactionSettings } from "kysely";
import { PostgresConnection } from "./connection.ts";
import type { PostgresPool } from "./pool.ts";

/** Kysely's driver: each query outside a transaction, and each transaction, takes a connection from the pool. */
export class PostgresPoolDriver implements Driver {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new PostgresConnection(this.#pool);
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return (connection as PostgresConnection).begin(settings);
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as PostgresConnection).commit();
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as PostgresConnection).rollback();
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return (connection as PostgresConnection).release();
  }

  destroy(): Promise<void> {
    return this.#pool.end();
  }
}
