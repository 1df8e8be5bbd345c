import type { DeviceSession } from "@svc/sdk";
import { type ReactElement, useState } from "react";
import { Button, Text } from "react-native";
import { auth } from "./auth.ts";
import type { Attempt } from "./use-attempt.ts";

/** Where the user is signed in, and a way to end it from here. */
export function Sessions({ attempt }: { attempt: Attempt }): ReactElement {
  const { isBusy, run } = attempt;
  const [sessions, setSessions] = useState<readonly DeviceSession[]>([]);
  const load = async () => setSessions(await auth.listMySessions());
  return (
    <>
      <Text accessibilityRole="header">Devices</Text>
      {sessions.map((session) =>
        session.current ? (
          <Text key={session.id}>{session.device || "This device"} (this one)</Text>
        ) : (
          <Button
            key={session.id}
            title={`Sign out ${session.device || "a device"}`}
            disabled={isBusy}
            onPress={() => run(() => auth.revokeMySession(session.id).then(load))}
          />
        ),
      )}
      <Button title="Show my devices" disabled={isBusy} onPress={() => run(load)} />
    </>
  );
}
