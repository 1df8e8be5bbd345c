import { Dialog } from "@base-ui/react/dialog";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "../components/icon.tsx";
import { shell } from "../strings/screens.ts";
import { type Command, usePaletteCommands } from "./palette-commands.ts";

/** Every place, the users and what can be done, by a word or two. */
export function CommandPalette({ onClose }: { onClose: () => void }): ReactNode {
  const [text, setText] = useState("");
  const [chosenId, choose] = useState("");
  const commands = usePaletteCommands(text);
  // By its id: users who are found meanwhile must not slip under the key that was about to be pressed.
  const chosen = Math.max(
    0,
    commands.findIndex(({ id }) => id === chosenId),
  );
  const run = (command: Command | undefined): void => {
    onClose();
    command?.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) choose(commands[(chosen + step + commands.length) % Math.max(1, commands.length)]?.id ?? "");
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
                choose("");
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
          <span className="truncate">
            <bdi>{command.label}</bdi>
          </span>
          {command.detail && <span className="truncate text-xs text-muted">{command.detail}</span>}
        </div>
      ))}
    </div>
  );
}
