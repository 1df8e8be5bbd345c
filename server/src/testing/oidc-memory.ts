import type { Adapter, AdapterConstructor, AdapterPayload } from "oidc-provider";

/** What a stand-in remembers, each its own: the provider's built-in memory is shared and warns about itself. */
export function oidcMemory(): AdapterConstructor {
  const rows = new Map<string, AdapterPayload>();
  return class implements Adapter {
    readonly #kind: string;

    constructor(kind: string) {
      this.#kind = kind;
    }

    async upsert(id: string, payload: AdapterPayload): Promise<void> {
      rows.set(this.#key(id), payload);
    }

    async find(id: string): Promise<AdapterPayload | undefined> {
      return rows.get(this.#key(id));
    }

    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return this.#own().find((row) => row.uid === uid);
    }

    async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
      return this.#own().find((row) => row.userCode === userCode);
    }

    async consume(id: string): Promise<void> {
      const row = rows.get(this.#key(id));
      if (row) row.consumed = Math.floor(Date.now() / 1000);
    }

    async destroy(id: string): Promise<void> {
      rows.delete(this.#key(id));
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, row] of rows) if (row.grantId === grantId) rows.delete(key);
    }

    #key(id: string): string {
      return `${this.#kind}:${id}`;
    }

    #own(): AdapterPayload[] {
      return [...rows].flatMap(([key, row]) => (key.startsWith(`${this.#kind}:`) ? [row] : []));
    }
  };
}
