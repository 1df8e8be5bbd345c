import type {
  ExportedUserJson,
  FirebaseScryptParametersJson,
} from "@svc/proto/svc/admin/v1/user_transfer_pb";

export type ImportedUser = ExportedUserJson;
export type FirebaseParameters = FirebaseScryptParametersJson;

/** Counts parts of users that no svc server can keep, by what they are. */
export type LeaveOut = (what: string) => void;

/** Turns one user of a foreign document into one of ours, or throws Unreadable. */
export type UserReader = (value: unknown, leaveOut: LeaveOut) => ImportedUser;
