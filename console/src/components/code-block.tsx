import { type ReactNode, useState } from "react";
import { CopyButton } from "./copy-button.tsx";
import { Tabs } from "./tabs.tsx";

/** Code to copy. */
export function CodeBlock({ code, label }: { code: string; label: string }): ReactNode {
  return (
    <figure aria-label={label} className="relative rounded-lg border border-line bg-sunken">
      <div className="absolute top-1 right-1 bg-sunken">
        <CopyButton isSmall text={code} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <pre className="overflow-x-auto p-3 pr-12 font-mono text-xs/5" tabIndex={0}>
        {code}
      </pre>
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
