import { useQuery } from "@connectrpc/connect-query";
import { ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSettled } from "../../app/settled.ts";
import { Select } from "../../components/fields.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { branding as text } from "../../strings/branding.ts";
import { Choice } from "./choice.tsx";
import { type Device, PreviewFrame } from "./preview-frame.tsx";
import { type SubjectName, subjectNamed, subjects } from "./preview-subjects.ts";
import { type ThemeValues, themeOf } from "./theme-values.ts";

export type PreviewView = { show: string; scheme: string; width: string };

const OPTIONS = (Object.keys(subjects) as SubjectName[]).map((value) => ({
  value,
  label: text.subjects[value],
}));

/** A page or mail in the look that the form has now, saved or not. */
export function PreviewCard({
  project,
  values,
  view,
  onView,
}: {
  project: string;
  values: ThemeValues;
  view: PreviewView;
  onView: (change: Partial<PreviewView>) => void;
}): ReactNode {
  const shown = subjectNamed(view.show);
  const device: Device = view.width === "desktop" ? "desktop" : "phone";
  const query = useQuery(
    ThemeService.method.previewTheme,
    { project, theme: themeOf(useSettled(values)), subject: subjects[shown], dark: view.scheme === "dark" },
    // Each look is another question; nobody asks the old ones again.
    { placeholderData: keepPreviousData, gcTime: 0 },
  );
  return (
    <Card description={text.previewText} title={text.preview}>
      <div className="space-y-3">
        <Select
          aria-label={text.previewWhat}
          onChange={(show) => onView({ show })}
          options={OPTIONS}
          value={shown}
        />
        <div className="flex flex-wrap gap-3">
          <Choice
            label={text.scheme}
            onChange={(scheme) => onView({ scheme })}
            options={[
              { value: "light", label: text.light, icon: "sun" },
              { value: "dark", label: text.dark, icon: "moon" },
            ]}
            value={view.scheme === "dark" ? "dark" : "light"}
          />
          <Choice
            label={text.width}
            onChange={(width) => onView({ width })}
            options={[
              { value: "phone", label: text.phone },
              { value: "desktop", label: text.desktop },
            ]}
            value={device}
          />
        </div>
      </div>
      <Loaded query={query}>
        {({ html, mailSubject }) => (
          <div className="space-y-2">
            {mailSubject && (
              <p className="text-xs break-words">
                <span className="text-muted">{text.mailSubject}:</span> {mailSubject}
              </p>
            )}
            <PreviewFrame device={device} html={html} title={text.previewFrame(text.subjects[shown])} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}
