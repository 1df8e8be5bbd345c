import type { Key } from "node:readline";
import { currentProcess } from "../../current-process.ts";
import { interrupted } from "../../failure.ts";

/** Thrown by a question when the person wants to return to the step before. */
export class StepBack extends Error {
  override readonly name = "StepBack";
}

type TextQuestion = Readonly<{
  message: string;
  initialValue?: string;
  placeholder?: string;
  /** What is wrong with it, or undefined. */
  problem?: (text: string) => string | undefined;
}>;

export type Choice<T> = Readonly<{ value: T; label: string; hint?: string }>;

/** Questions on the terminal. Esc goes a step back, Ctrl-C ends the command. */
export type Ask = Readonly<{
  text(question: TextQuestion): Promise<string>;
  yesNo(message: string, initialValue: boolean): Promise<boolean>;
  one<T extends string | number>(message: string, options: Choice<T>[], initialValue: T): Promise<T>;
  many<T extends string>(message: string, options: Choice<T>[], initialValues: readonly T[]): Promise<T[]>;
  tell(title: string, text: string): void;
  /** Gives the terminal back. */
  close(): void;
}>;

export async function openAsk(): Promise<Ask> {
  const prompts = await import("@clack/prompts");
  const { stdin, stderr: output } = currentProcess();
  // Some terminals (serial lines, docker exec) do not tell their size; lines would break after each letter.
  output.columns ||= 80;
  output.rows ||= 24;
  let lastKey: string | undefined;
  const onKey = (_: string, key: Key | undefined) => {
    lastKey = key?.name;
  };
  stdin.on("keypress", onKey);

  async function answered<T>(answer: Promise<T | symbol>): Promise<T> {
    const value = await answer;
    if (!prompts.isCancel(value)) return value as T;
    throw lastKey === "escape" ? new StepBack() : interrupted();
  }

  return {
    async text({ message, initialValue = "", placeholder, problem = () => undefined }) {
      const validate = (text: string | undefined) => problem((text ?? "").trim());
      const shown = placeholder === undefined ? {} : { placeholder };
      const text = await answered<string>(
        prompts.text({ message, initialValue, validate, output, ...shown }),
      );
      return (text ?? "").trim();
    },
    yesNo: (message, initialValue) => answered<boolean>(prompts.confirm({ message, initialValue, output })),
    one: <T extends string | number>(message: string, options: Choice<T>[], initialValue: T) => {
      const typed = options as unknown as Parameters<typeof prompts.select<T>>[0]["options"];
      return answered<T>(prompts.select<T>({ message, options: typed, initialValue, output }));
    },
    many: <T extends string>(message: string, options: Choice<T>[], initialValues: readonly T[]) => {
      const typed = options as unknown as Parameters<typeof prompts.multiselect<T>>[0]["options"];
      return answered<T[]>(
        prompts.multiselect<T>({ message, options: typed, initialValues: [...initialValues], output }),
      );
    },
    tell: (title, text) => prompts.note(text, title, { output }),
    close() {
      stdin.off("keypress", onKey).pause();
    },
  };
}
