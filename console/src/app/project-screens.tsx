import { Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { failureOf } from "../api/failure-of.ts";
import { common } from "../strings/common.ts";
import { useProject } from "./current-project.ts";
import { MissingScreen } from "./error-screens.tsx";

/** The screen in the address, unless its project does not exist: no screen has anything to offer then. */
export function ProjectScreens(): ReactNode {
  const { error } = useProject();
  const isMissing = error !== null && failureOf(error).reason === "NOT_FOUND";
  return isMissing ? (
    <MissingScreen text={common.projectMissingText} title={common.projectMissing} />
  ) : (
    <Outlet />
  );
}
