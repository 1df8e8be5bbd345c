import type { Transport } from "@connectrpc/connect";
import { callUnaryMethod, useTransport } from "@connectrpc/connect-query";
import type { User } from "@svc/proto/svc/admin/v1/user_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureOf } from "../../api/failure-of.ts";
import { isPasswordDeclined } from "../../api/password-declined.ts";
import { saveFile } from "../../app/save-file.ts";
import { showFailure, showSuccess } from "../../components/toast.tsx";
import { user as text } from "../../strings/user.ts";

type Document = Record<string, unknown>;

/** Downloads everything about a person as one JSON file. */
export function usePersonExport(
  project: string,
  user: User,
): { run: () => Promise<void>; isRunning: boolean } {
  const transport = useTransport();
  const client = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const run = async (): Promise<void> => {
    setRunning(true);
    try {
      const document = await readDocument(transport, project, user.id);
      saveFile(`${user.id}.json`, JSON.stringify(document), "application/json");
      showSuccess(text.exportedData);
      void client.invalidateQueries(); // the timeline has one more event
    } catch (error) {
      if (!isPasswordDeclined(error)) showFailure(failureOf(error), () => void run());
    } finally {
      setRunning(false);
    }
  };
  return { run, isRunning };
}

/** Joins the parts: lists are appended, and everything else is in the first. */
async function readDocument(transport: Transport, project: string, userId: string): Promise<Document> {
  const document: Document = {};
  let pageToken = "";
  do {
    const request = { project, userId, pageToken };
    const answer = await callUnaryMethod(transport, UserService.method.exportUser, request);
    for (const [key, value] of Object.entries(answer.part ?? {})) {
      const list = document[key];
      if (Array.isArray(list) && Array.isArray(value)) for (const row of value) list.push(row);
      else document[key] = value;
    }
    pageToken = answer.nextPageToken;
  } while (pageToken !== "");
  return document;
}
