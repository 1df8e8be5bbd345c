import type { ServerResponse } from "node:http";
import type { HttpRoute } from "../../wire/http-route.ts";
import { type KeptAnswer, KeptAnswers, sendKept } from "../kept-answer.ts";
import { decodedPath } from "./decoded-path.ts";

/** Everything that a repository has, by its path, each made when it is first asked for. */
export type Files = ReadonlyMap<string, () => KeptAnswer>;

/** A repository of files that are known by their exact paths. What is not in the list is not there. */
export function fileRoute({
  pattern,
  load,
  refuse,
}: {
  /** Its group `path` is looked up. */
  pattern: RegExp;
  load: () => Files;
  refuse: (response: ServerResponse) => void;
}): HttpRoute {
  const answers = new KeptAnswers();
  return {
    methods: ["GET"],
    pattern,
    handle({ raw, parameters }, response) {
      const path = decodedPath(parameters.path);
      const make = load().get(path);
      if (make) sendKept(raw, response, answers.get(path, make));
      else refuse(response);
    },
  };
}
