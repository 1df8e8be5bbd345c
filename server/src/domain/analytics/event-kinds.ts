import { adminEventKinds } from "./admin-event-kinds.ts";
import { adminMailEventKinds } from "./admin-mail-event-kinds.ts";
import { billingEventKinds } from "./billing-event-kinds.ts";
import type { Change } from "./changes.ts";
import { userEventKinds } from "./user-event-kinds.ts";

/** Every kind of event that the server writes, with the fields of its data. */
export const eventKinds = {
  ...userEventKinds,
  ...billingEventKinds,
  ...adminEventKinds,
  ...adminMailEventKinds,
};

export type EventKind = keyof typeof eventKinds;

type FieldOf<K extends EventKind> = K extends EventKind ? keyof (typeof eventKinds)[K]["data"] : never;

type ValueOf<Field> = Field extends "changes" ? readonly Change[] : string | number | boolean | null;

/** Details of an event; never a secret. */
export type EventData<K extends EventKind = EventKind> = Readonly<{
  [Field in FieldOf<K>]?: ValueOf<Field>;
}>;

/** Has no field that the table does not name for the kind, also where a variable brings it. */
export type ExactData<K extends EventKind, D> = D &
  Readonly<Partial<Record<Exclude<keyof D, FieldOf<K>>, never>>>;
