/** What no API can do: where to go, what to paste there, and what to type afterwards. */
export type SetupStep = Readonly<{
  title: string;
  /** Where it is done; empty when nowhere in particular. */
  at: string;
  values: readonly Readonly<{ name: string; value: string }>[];
  /** The command that goes on from there; empty when there is nothing to tell svc. */
  afterwards: string;
}>;

export function step(
  title: string,
  {
    at = "",
    values = {},
    afterwards = "",
  }: { at?: string; values?: Record<string, string>; afterwards?: string } = {},
): SetupStep {
  return { title, at, values: Object.entries(values).map(([name, value]) => ({ name, value })), afterwards };
}

/** Numbered, with the values in a column of their own so that they can be copied. */
export function renderSteps(steps: readonly SetupStep[]): string {
  return steps
    .map(({ title, at, values, afterwards }, index) => {
      const width = Math.max(...values.map(({ name }) => name.length), 0);
      const lines = [
        ...(at === "" ? [] : [`at ${at}`]),
        ...values.map(({ name, value }) => `  ${name.padEnd(width)}  ${value}`),
        ...(afterwards === "" ? [] : [`then ${afterwards}`]),
      ];
      const number = `${index + 1}. `;
      return [`${number}${title}`, ...lines.map((line) => `${" ".repeat(number.length)}${line}`)].join("\n");
    })
    .join("\n\n");
}
