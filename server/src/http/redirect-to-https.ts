import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { App } from "../app.ts";
import { answerChallenge } from "../domain/certificates/answer-challenge.ts";
import { AppError, causeOf } from "../errors.ts";
import { asAppError } from "../wire/errors.ts";
import { sendProblem } from "../wire/problem.ts";
import { respond } from "../wire/respond.ts";
import { restOf } from "../wire/rest-of-body.ts";

const CHALLENGE = /^\/\.well-known\/acme-challenge\/([\w-]{1,256})$/;

/** What port 80 is for beside HTTPS: the authority asks there whether a host is ours, and browsers are sent on. */
export function redirectToHttps(
  app: Pick<App, "baseUrl" | "clock" | "db" | "log" | "newId">,
): RequestListener {
  return (request, response) => {
    serve(app, request, response).catch((error: unknown) => {
      const failure = asAppError(error, app.newId());
      const path = request.url?.slice(0, 200);
      app.log("error", "http", { path, detail: failure.detail, cause: causeOf(failure) });
      if (response.headersSent) response.destroy();
      else sendProblem(response, failure);
    });
  };
}

async function serve(
  app: Pick<App, "baseUrl" | "clock" | "db">,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await restOf(request);
  const { method, url: target = "" } = request;
  if (method !== "GET" && method !== "HEAD") {
    // Sent on, it would go through, and next time again send its secrets in clear text.
    const problem = `use ${app.baseUrl}: nothing but GET is answered in clear text`;
    return sendProblem(response, new AppError("INVALID_REQUEST", undefined, { problem }));
  }
  if (!target.startsWith("/")) {
    return sendProblem(response, new AppError("INVALID_REQUEST", undefined, { problem: "name a path" }));
  }
  const [, token] = CHALLENGE.exec(target) ?? [];
  if (token === undefined) {
    const headers = { location: app.baseUrl + target, "cache-control": "no-store" };
    return respond(response, 301, headers);
  }
  const answer = await answerChallenge(app, token);
  if (answer === undefined) {
    return sendProblem(response, new AppError("NOT_FOUND", undefined, { resource: "challenge" }));
  }
  respond(response, 200, { "content-type": "application/octet-stream", "cache-control": "no-store" }, answer);
}
