import { PostgresAdapter } from "kysely";
import type { Engine, EngineAdapter } from "../engine.ts";

export class PostgresEngineAdapter extends PostgresAdapter implements EngineAdapter {
  readonly engine: Engine;

  constructor(engine: Engine) {
    super();
    this.engine = engine;
  }
}
