import { useQuery } from "@connectrpc/connect-query";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useAction } from "../api/use-action.ts";
import type { IconName } from "../components/icon.tsx";
import { type Needs, useMay } from "../components/rights.tsx";
import { nameOfUser } from "../pages/users/user-labels.ts";
import { actions, places, synonyms } from "../strings/palette.ts";
import { shell } from "../strings/screens.ts";
import { goToSignInForGood } from "./account-menu.tsx";
import { currentColourScheme, toggleColourScheme } from "./colour-scheme.ts";
import { useProjectSlug } from "./current-project.ts";
import { type RequestedAction, requestAction } from "./requested-action.ts";
import { projectScreens, serverScreens } from "./screens.ts";

export type Command = {
  id: string;
  label: string;
  icon: IconName;
  /** What else it may be called. */
  words?: string;
  /** Beside the label, to tell it from others. */
  detail?: string;
  /** Shown to those who may use it. */
  needs?: Needs;
  run: () => unknown;
};

/** So many users are shown. The last entry leads to all. */
const USERS = 5;
const PAUSE_MS = 200;

/** Screens, settings, actions, projects and users that the words match. */
export function usePaletteCommands(text: string): Command[] {
  const project = useProjectSlug();
  const may = useMay();
  const all = [...useScreens(project), ...useActions(project), ...useProjects(), ...useUsers(project, text)];
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const textOf = ({ label, words = "", detail = "" }: Command): string =>
    `${label} ${words} ${detail}`.toLowerCase();
  const isNamed = ({ label }: Command): boolean => words.every((word) => label.toLowerCase().includes(word));
  const allowed = all.filter(({ needs }) => needs === undefined || may(needs));
  const matching = allowed.filter((command) => words.every((word) => textOf(command).includes(word)));
  const found = [...matching.filter(isNamed), ...matching.filter((command) => !isNamed(command))];
  const find = useFindUsers(project, text.trim());
  return words.length === 0 || project === "" ? found : [...found, find];
}

const OF_OWNERS: ReadonlySet<string> = new Set(["mail", "admins", "audit"]);

function useScreens(project: string): Command[] {
  const navigate = useNavigate();
  const names = Object.entries(synonyms);
  const wordsOf = (path: string): string => {
    const last = path.split("/").at(-1)?.replaceAll("-", "").toLowerCase();
    return names.find(([name]) => name.toLowerCase() === (last || "projects"))?.[1] ?? "";
  };
  const ofProject = projectScreens.flatMap((group) => group.screens);
  return [
    ...(project === "" ? [] : ofProject).map(({ to, name, icon }) => ({
      id: to.replaceAll(/\W+/g, "-"),
      ...{ label: name, icon, words: wordsOf(to) },
      run: () => navigate({ to, params: { project } }),
    })),
    ...serverScreens.map(({ to, name, icon }) => ({
      id: `server-${icon}`,
      ...{ label: name, icon, words: wordsOf(to) },
      run: () => navigate({ to }),
    })),
    ...Object.entries(places).map(([tab, [label, words]]) => ({
      id: `place-${tab}`,
      ...{ label, words, icon: "server" as const },
      ...(OF_OWNERS.has(tab) && { needs: "owner" as const }),
      run: () => navigate({ to: "/instance", search: { tab } as never }),
    })),
  ];
}

type Place = { to: string; params?: object; search?: object };

function useActions(project: string): Command[] {
  const navigate = useNavigate();
  const logout = useAction(SessionService.method.logout, { leave: goToSignInForGood });
  const isDark = currentColourScheme() === "dark";
  const action = (
    id: RequestedAction,
    [label, words]: readonly [string, string],
    icon: IconName,
    place: Place,
    needs?: Needs,
  ): Command => ({
    ...{ id, label, words, icon, ...(needs && { needs }) },
    run: async () => {
      await navigate(place as never);
      requestAction(id);
    },
  });
  const of = (screen: string): Place => ({ to: `/p/$project/${screen}`, params: { project } });
  const instance = (tab: string): Place => ({ to: "/instance", search: { tab } });
  const ofProject = [
    action("create-user", actions.createUser, "plus", of("users"), "administrator"),
    action("import-users", actions.importUsers, "up", of("users"), "administrator"),
    action("export-users", actions.exportUsers, "down", of("users"), "administrator"),
    action("rotate-signing-key", actions.rotateSigningKey, "refresh", of("keys"), "administrator"),
    action("regenerate-secret-key", actions.regenerateSecretKey, "refresh", of("keys"), "administrator"),
  ];
  const [signOut, signOutWords] = actions.signOut;
  return [
    ...(project === "" ? [] : ofProject),
    action("create-project", actions.createProject, "plus", { to: "/" }, "owner"),
    action("invite-admin", actions.inviteAdmin, "plus", instance("admins"), "owner"),
    action("create-token", actions.createToken, "plus", instance("tokens")),
    {
      id: "scheme",
      label: isDark ? shell.toLight : shell.toDark,
      icon: isDark ? "sun" : "moon",
      run: () => toggleColourScheme(),
    },
    { id: "sign-out", label: signOut, words: signOutWords, icon: "door", run: () => logout.run({}) },
  ];
}

function useProjects(): Command[] {
  const navigate = useNavigate();
  const { data } = useQuery(ProjectService.method.listProjects, { pageSize: 200 });
  return (data?.projects ?? []).map(({ slug, name }) => ({
    id: `project-${slug}`,
    ...{ label: name, words: slug, icon: "apps" as const },
    run: () => navigate({ to: "/p/$project/overview", params: { project: slug } }),
  }));
}

/** Users of the project whom the server finds, once the typing has paused. */
function useUsers(project: string, text: string): Command[] {
  const navigate = useNavigate();
  const [query, setQuery] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const isAsked = project !== "" && query.length > 1 && query === text.trim();
  const request = { project, query, pageSize: USERS };
  const { data } = useQuery(UserService.method.listUsers, request, { enabled: isAsked });
  if (!isAsked) return [];
  return (data?.users ?? []).map((user) => ({
    id: `user-${user.id}`,
    ...{ label: nameOfUser(user), icon: "user" as const, detail: user.displayName ? user.email : "" },
    words: query, // the server has found them by it
    run: () => navigate({ to: "/p/$project/users/$user", params: { project, user: user.id } }),
  }));
}

function useFindUsers(project: string, q: string): Command {
  const navigate = useNavigate();
  const run = () => navigate({ to: "/p/$project/users", params: { project }, search: { q } as never });
  return { id: "users-found", label: shell.findUsers(q), icon: "users", run };
}
