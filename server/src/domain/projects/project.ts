import type { ProjectRow } from "../../storage/db.ts";
import { readBilling } from "../billing/billing-settings.ts";
import { defaultSettings, type ProjectSettings } from "./settings.ts";

/** `version`: set where later calls may use it, see remembered-projects.ts. */
export type Project = Omit<ProjectRow, "settings"> & {
  settings: ProjectSettings;
  version?: string | null | undefined;
};

const REMEMBERED = 200;

/** Parsed settings by their JSON text. Every call reads its project's row, and the settings rarely change. */
const remembered = new Map<string, ProjectSettings>();

export function readProject(row: ProjectRow & Pick<Project, "version">): Project {
  let settings = remembered.get(row.settings);
  if (!settings) {
    settings = readSettings(row.settings);
    if (remembered.size >= REMEMBERED) remembered.clear();
    remembered.set(row.settings, settings);
  }
  return { ...row, settings };
}

/** A setting that was added after the project was last saved has its default. */
function readSettings(text: string): ProjectSettings {
  const stored = JSON.parse(text) as Partial<ProjectSettings>;
  return {
    ...defaultSettings,
    ...stored,
    sender: { ...defaultSettings.sender, ...stored.sender },
    passkeys: { ...defaultSettings.passkeys, ...stored.passkeys },
    mfa: { ...defaultSettings.mfa, ...stored.mfa },
    passwordPolicy: { ...defaultSettings.passwordPolicy, ...stored.passwordPolicy },
    google: { ...defaultSettings.google, ...stored.google },
    apple: { ...defaultSettings.apple, ...stored.apple },
    billing: readBilling(stored.billing),
  };
}
