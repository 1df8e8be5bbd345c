import type { AuthStorage } from "./storage.ts";

/** Some key stores refuse or lose values above 2,048 bytes. */
const CHUNK = 1800;

/**
 * Splits long values. The chunks of a new value are written beside those of the old one, and the head that names them
 * is written last. If the app is killed in between, the old value is still complete.
 */
export function chunkedStorage(storage: AuthStorage): AuthStorage {
  const chunkKey = (key: string, generation: number, index: number) => `${key}.${generation}.${index}`;

  const headOf = async (key: string): Promise<{ generation: number; count: number }> => {
    const [generation = 0, count = 0] = ((await storage.getItem(key)) ?? "").split(":").map(Number);
    return { generation, count };
  };

  const drop = async (key: string, { generation, count }: { generation: number; count: number }) => {
    for (let index = 0; index < count; index++) await storage.removeItem(chunkKey(key, generation, index));
  };

  return {
    async getItem(key) {
      const { generation, count } = await headOf(key);
      if (count === 0) return null;
      let value = "";
      for (let index = 0; index < count; index++) {
        const chunk = await storage.getItem(chunkKey(key, generation, index));
        // A chunk was overwritten or lost, so the value is incomplete.
        if (chunk === null) {
          return (await headOf(key)).generation === generation ? "a chunk is missing" : this.getItem(key);
        }
        value += chunk;
      }
      return value;
    },
    async setItem(key, value) {
      const old = await headOf(key);
      const generation = (old.generation + 1) % 2;
      const text = asciiJson(value);
      const count = Math.ceil(text.length / CHUNK);
      for (let index = 0; index < count; index++) {
        await storage.setItem(
          chunkKey(key, generation, index),
          text.slice(index * CHUNK, (index + 1) * CHUNK),
        );
      }
      await storage.setItem(key, `${generation}:${count}`);
      await drop(key, old);
    },
    async removeItem(key) {
      const old = await headOf(key);
      await storage.removeItem(key);
      await drop(key, old);
    },
  };
}

/** The limit counts bytes. The values are JSON, where any character may be written as an escape. */
function asciiJson(json: string): string {
  return json.replace(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
