import { useId, type ReactNode } from 'react';
import { tasks, type Task } from '#contract/dates';
import { paths } from '#contract/paths';
import { taskLabel } from '../../lib/task-label.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Small } from '../../ui/layout.tsx';
import styles from './privacy.module.css';

/** A download by a plain form: the browser saves what the call sends, with or without a script. */
function Download({
  title,
  text,
  action,
  button,
  children,
}: {
  title: string;
  text: string;
  /** The address of the call. */
  action: string;
  button: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className={styles['export']}>
      <h2 id={id}>{title}</h2>
      <form method="get" action={action}>
        {children}
        <Button type="submit" variant="secondary">
          {button}
          <span className="visually-hidden">{`: ${title.toLowerCase()}`}</span>
        </Button>
      </form>
      <Small>{text}</Small>
    </Card>
  );
}

const batchOptions = (batches: readonly string[]) =>
  batches.map((batch) => <option key={batch}>{batch}</option>);

export function ExportForm({
  batches,
  ...of
}: {
  title: string;
  text: string;
  action: string;
  batches: readonly string[];
}) {
  return (
    <Download {...of} button="Download as CSV">
      <SelectField label="Batch" name="batch">
        <option value="">All batches</option>
        {batchOptions(batches)}
      </SelectField>
    </Download>
  );
}

/** All files that a batch submitted for a task; without a choice where there is one batch. */
export function FilesForm({ batches, task }: { batches: readonly string[]; task?: Task | null }) {
  const [first] = batches;
  if (first === undefined) return null;
  return (
    <Download
      title="Files of a task"
      text="One folder per student, and a table of contents with receipt numbers and SHA-256 hashes."
      action={paths.exportFiles.path}
      button="Download as ZIP"
    >
      {batches.length === 1 ? (
        <input type="hidden" name="batch" value={first} />
      ) : (
        <SelectField label="Batch" name="batch">
          {batchOptions(batches)}
        </SelectField>
      )}
      <SelectField label="Task" name="task" key={task ?? ''} defaultValue={task ?? tasks[0]}>
        {tasks.map((one) => (
          <option key={one} value={one}>
            {taskLabel(one)}
          </option>
        ))}
      </SelectField>
      <SelectField label="Versions" name="versions">
        <option value="newest">Newest</option>
        <option value="all">All</option>
      </SelectField>
    </Download>
  );
}
