import { Dialog } from "@base-ui/react/dialog";
import { useQuery } from "@connectrpc/connect-query";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Icon, type IconName } from "../components/icon.tsx";
import { shell } from "../strings/screens.ts";
import { currentColourScheme, toggleColourScheme } from "./colour-scheme.ts";
import { useProjectSlug } from "./current-project.ts";
import { projectScreens, serverScreens } from "./screens.ts";

type Command = { id: string; label: string; icon: IconName; run: () => unknown };

/** Every place and a few commands, by a word or two. */
export function CommandPalette({ onClose }: { onClose: () => void }): ReactNode {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const commands = useCommands(text);
  const run = (command: Command | undefined): void => {
    onClose();
    command?.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setChosen((at) => (at + step + commands.length) % Math.max(1, commands.length));
    else if (event.key === "Enter") run(commands[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog.Root onOpenChange={(isOpen) => !isOpen && onClose()} open>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-shade" />
        <Dialog.Popup
          aria-label={shell.palette}
          className="popup fixed top-[10dvh] left-1/2 z-40 flex max-h-[70dvh] w-[min(34rem,calc(100vw-2rem))] -translate-x-1/2 flex-col"
        >
          <div className="flex items-center gap-3 border-b border-line px-4">
            <Icon name="search" />
            <input
              aria-activedescendant={commands[chosen] && `command-${commands[chosen].id}`}
              aria-autocomplete="list"
              aria-controls="commands"
              aria-expanded="true"
              aria-label={shell.paletteHint}
              className="h-12 min-w-0 flex-1 bg-transparent outline-none placeholder:text-muted"
              onChange={(event) => {
                setText(event.target.value);
                setChosen(0);
              }}
              onKeyDown={onKeyDown}
              placeholder={shell.paletteHint}
              role="combobox"
              value={text}
            />
          </div>
          <CommandList chosen={chosen} commands={commands} onRun={run} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function CommandList(props: {
  commands: readonly Command[];
  chosen: number;
  onRun: (command: Command) => void;
}) {
  const current = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element behind the reference changes with it
  useEffect(() => {
    current.current?.scrollIntoView({ block: "nearest" });
  }, [props.chosen]);
  return (
    <div aria-label={shell.palette} className="overflow-y-auto p-1.5" id="commands" role="listbox">
      {props.commands.length === 0 && <p className="p-4 text-center text-muted">{shell.nothingFound}</p>}
      {props.commands.map((command, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field, where the focus stays
        <div
          aria-selected={index === props.chosen}
          className={`flex h-9 cursor-pointer items-center gap-3 rounded-lg px-3 ${index === props.chosen ? "bg-accent-soft text-accent-ink" : "hover:bg-hover"}`}
          id={`command-${command.id}`}
          key={command.id}
          onClick={() => props.onRun(command)}
          ref={index === props.chosen ? current : null}
          role="option"
          tabIndex={-1}
        >
          <Icon name={command.icon} />
          <span className="truncate">{command.label}</span>
        </div>
      ))}
    </div>
  );
}

function useCommands(text: string): Command[] {
  const navigate = useNavigate();
  const project = useProjectSlug();
  const { data } = useQuery(ProjectService.method.listProjects, { pageSize: 200 });
  const screens = projectScreens.flatMap((group) => group.screens);
  const isDark = currentColourScheme() === "dark";
  const all: Command[] = [
    ...(project === "" ? [] : screens).map(({ to, name, icon }) => ({
      id: to.replaceAll(/\W+/g, "-"),
      label: name,
      icon,
      run: () => navigate({ to, params: { project } }),
    })),
    ...serverScreens.map(({ to, name, icon }) => ({
      id: `server-${icon}`,
      label: name,
      icon,
      run: () => navigate({ to }),
    })),
    ...(data?.projects ?? []).map(({ slug, name }) => ({
      id: `project-${slug}`,
      label: name,
      icon: "apps" as const,
      run: () => navigate({ to: "/p/$project/overview", params: { project: slug } }),
    })),
    {
      id: "scheme",
      label: isDark ? shell.toLight : shell.toDark,
      icon: isDark ? "sun" : "moon",
      run: () => toggleColourScheme(),
    },
  ];
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = all.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
  if (project === "" || words.length === 0) return matching;
  const q = text.trim();
  const find = () => navigate({ to: "/p/$project/users", params: { project }, search: { q } as never });
  return [...matching, { id: "users-found", label: shell.findUsers(q), icon: "users", run: find }];
}
