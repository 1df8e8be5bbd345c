import { type ReactNode, useState } from "react";
import { CopyButton } from "./copy-button.tsx";
import { Tabs } from "./tabs.tsx";

/** Code to copy. */
export function CodeBlock({ code, label }: { code: string; label: string }): ReactNode {
  return (
    <figure aria-label={label} className="flex items-start rounded-lg border border-line bg-sunken">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <pre className="min-w-0 flex-1 overflow-x-auto p-3 font-mono text-xs/5" tabIndex={0}>
        {code}
      </pre>
      <div className="p-1">
        <CopyButton isSmall text={code} />
      </div>
    </figure>
  );
}

/** The same thing in several languages. */
export function CodeTabs({
  label,
  snippets,
}: {
  label: string;
  snippets: readonly { label: string; code: string }[];
}): ReactNode {
  const [chosen, choose] = useState(snippets[0]?.label ?? "");
  const tabs = snippets.map((snippet) => ({
    value: snippet.label,
    label: snippet.label,
    content: <CodeBlock code={snippet.code} label={snippet.label} />,
  }));
  return <Tabs label={label} onChange={choose} tabs={tabs} value={chosen} />;
}
