import type { ReactNode } from "react";
import { transfer as text } from "../../strings/users.ts";
import { csvDocument } from "./csv-document.ts";
import { ExportDialog } from "./export-dialog.tsx";
import { exportDocument } from "./export-document.ts";
import type { UserView } from "./user-filters.tsx";

/** All users for another server, or those of the list for a spreadsheet. */
export function ExportDialogs(props: {
  format: "export" | "csv";
  project: string;
  view: UserView;
  onClose: () => void;
}): ReactNode {
  const { format, project, view, onClose } = props;
  if (format === "csv") {
    return (
      <ExportDialog
        description={text.csvText}
        fileName={`${project}-users.csv`}
        onClose={onClose}
        title={text.csvTitle}
        write={(transport, work) => csvDocument(transport, project, view, work)}
      />
    );
  }
  return (
    <ExportDialog
      description={text.exportText}
      fileName={`${project}-users.json`}
      onClose={onClose}
      title={text.exportTitle}
      write={(transport, work) => exportDocument(transport, project, work)}
    />
  );
}
