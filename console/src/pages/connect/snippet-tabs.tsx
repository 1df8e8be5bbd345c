import type { ReactNode } from "react";
import { CodeBlock } from "../../components/code-block.tsx";
import { Tabs } from "../../components/tabs.tsx";
import type { Facts, Snippet } from "./snippets/snippet.ts";

/** One tab for each platform or language; in it, its files from top to bottom. */
export function SnippetTabs<Name extends string>(props: {
  label: string;
  names: Readonly<Record<Name, string>>;
  snippets: Readonly<Record<Name, (facts: Facts) => Snippet[]>>;
  facts: Facts;
  value: string;
  onChange: (name: string) => void;
}): ReactNode {
  const names = Object.keys(props.names) as Name[];
  const tabs = names.map((name) => ({
    value: name,
    label: props.names[name],
    content: <Snippets snippets={props.snippets[name](props.facts)} />,
  }));
  const chosen = names.find((name) => name === props.value) ?? names[0] ?? "";
  return <Tabs label={props.label} onChange={props.onChange} tabs={tabs} value={chosen} />;
}

export function Snippets({ snippets }: { snippets: readonly Snippet[] }): ReactNode {
  return (
    <div className="space-y-4">
      {snippets.map(({ title, code }) => (
        <div className="space-y-1.5" key={title}>
          <h3 className="font-mono text-xs font-medium text-muted">{title}</h3>
          <CodeBlock code={code} label={title} />
        </div>
      ))}
    </div>
  );
}
