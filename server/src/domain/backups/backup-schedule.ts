/** The backup settings of `serve`. */
export type BackupSchedule = Readonly<{
  folder: string;
  intervalMs: number;
  /** How many to keep; 0 keeps all. */
  keep: number;
}>;
