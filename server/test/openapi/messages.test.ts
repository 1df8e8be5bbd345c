import { expect, test } from "vitest";
import { jsonWriter } from "../../src/rpc/front/json-writer.ts";
import { messagesOfTheContract, randomFrom, someMessage } from "../../src/testing/any-message.ts";
import { times } from "../../src/testing/full.ts";
import { seed } from "../../src/testing/seed.ts";
import { closedSchemas, packages, readJsonSchema } from "./documents.ts";

test.each(packages)(
  "whatever a message of %s holds, the server writes it as its schema says",
  (packageName) => {
    const schema = readJsonSchema(packageName);
    const messages = messagesOfTheContract().filter(({ typeName }) => typeName in schema.$defs);
    expect(messages.length).toBeGreaterThan(40);
    const schemaOf = closedSchemas(schema);
    for (const message of messages) {
      const [validate, write] = [schemaOf(message.typeName), jsonWriter(message)];
      for (let n = 0; n < times(10, 1_000); n++) {
        const text = write(someMessage(message, randomFrom(seed + n), 3));
        const problem = `${message.typeName}, SVC_SEED=${seed}: ${text}`;
        expect(validate(JSON.parse(text)), problem).toBe(true);
      }
    }
  },
);
