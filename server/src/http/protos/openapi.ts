import { AppError } from "../../errors.ts";
import { readShipped, shippedFiles } from "../../runtime/shipped-files.ts";
import type { HttpRoute } from "../../wire/http-route.ts";
import { type KeptAnswer, KeptAnswers, keepAnswer, sendKept } from "../kept-answer.ts";

const FOLDER = "proto/openapi";

/** The contract for callers without protobuf, as OpenAPI documents and JSON Schemas. */
export function openApiRoute(): HttpRoute {
  let names: readonly string[] | undefined;
  const answers = new KeptAnswers();
  return {
    methods: ["GET"],
    pattern: /^\/protos\/(?<name>[a-z0-9.]+\.json)$/,
    handle: ({ raw, parameters: { name = "" } }, response) => {
      names ??= openApiFiles();
      if (!names.includes(name)) throw new AppError("NOT_FOUND", undefined, { resource: "document" });
      sendKept(
        raw,
        response,
        answers.get(name, () => keep(name)),
      );
    },
  };
}

export function openApiFiles(): string[] {
  return shippedFiles(FOLDER).map((name) => name.slice(FOLDER.length + 1));
}

function keep(name: string): KeptAnswer {
  const headers = {
    "content-type": "application/json",
    "cache-control": "public, max-age=300",
    "referrer-policy": "no-referrer",
    "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    // Tools that run in a browser load it from their own origin.
    "access-control-allow-origin": "*",
  };
  return keepAnswer(headers, readShipped(`${FOLDER}/${name}`));
}
