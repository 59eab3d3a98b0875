import { tasks, type Task } from '#contract/dates';
import { markFieldLabels, markFields, sheetFormats, type MarkField } from '#contract/marking/mark-sheet';
import type { CheckedMarks } from '#contract/marking/mark-sheet-calls';
import { releaseAddress } from '#contract/marking/staff-view';
import { paths } from '#contract/paths';
import { callAddress } from '../../../lib/calls/call-address.ts';
import { focusFromTop } from '../../../lib/focus.ts';
import type { Fields } from '../../../lib/forms/form-fields.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { countOf } from '../../../ui/format-number.ts';
import { Row, Small } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { readSheetColumns, type SheetKind } from '../../people/imports/pasted-rows.tsx';
import { PastedSheet, type Choices } from '../../people/imports/pasted-sheet.tsx';

/** What was checked, and its result. */
export type Checked = CheckedMarks & { sheet: Fields };
export type Saved = { saved: number; task: Task; released: string };

export const readMarkColumns = (fields: Fields) => readSheetColumns(fields, markFields);

const formatNames = { capstone: 'CSV', moodle: 'CSV for Moodle', canvas: 'CSV for Canvas' } as const;

function Templates({ batch, task }: { batch: string; task: Task }) {
  return (
    <Row gap={3}>
      <span>{`Current marks of ${taskLabel(task)}:`}</span>
      {sheetFormats.map((format) => (
        <a key={format} href={callAddress(paths.exportMarks.path, { batch }, { task, format })} download>
          {formatNames[format]}
        </a>
      ))}
    </Row>
  );
}

/** Rows show what is new, changed or wrong; the marks always. */
const kind: SheetKind<MarkField> = {
  fields: markFields,
  labels: markFieldLabels,
  isShown({ state }, { field, value, before, fault }) {
    if (fault !== null || before !== null || field === 'marks') return true;
    if (field === 'status') return value !== '';
    if (field === 'email') return state === 'wrong';
    return field !== 'task' && state === 'new' && value !== '';
  },
};

function SavedNotice({ batch, saved: { saved, task, released } }: { batch: string; saved: Saved }) {
  return (
    <div ref={focusFromTop} tabIndex={-1}>
      <Notice tone="success" title={`${countOf(saved, 'mark')} saved`}>
        {released !== 'yes' && (
          <p>
            <ButtonLink variant="secondary" small to={releaseAddress(batch, task)}>
              Release marks
            </ButtonLink>
          </p>
        )}
      </Notice>
    </div>
  );
}

function TaskAndRelease({ task, valueOf, change }: Choices & { task: Task }) {
  return (
    <>
      <SelectField
        label="Task"
        name="task"
        value={valueOf('task') ?? task}
        onChange={({ target }) => change('task', target.value)}
      >
        {tasks.map((one) => (
          <option key={one} value={one}>
            {taskLabel(one)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Release"
        name="released"
        value={valueOf('released') ?? 'keep'}
        onChange={({ target }) => change('released', target.value)}
      >
        <option value="keep">As in the spreadsheet</option>
        <option value="yes">Release all</option>
        <option value="no">Do not release</option>
      </SelectField>
    </>
  );
}

export function MarkSheet({
  batch,
  task,
  posted,
}: {
  batch: string;
  task: Task;
  /** Of a form posted without scripts. */
  posted: Checked | Saved | undefined;
}) {
  return (
    <>
      <PastedSheet<MarkField, Checked, Saved>
        kind={kind}
        noun="mark"
        guessedBy={['task']}
        posted={posted}
        renderChoices={(of) => <TaskAndRelease task={task} {...of} />}
        renderSaved={(saved) => <SavedNotice batch={batch} saved={saved} />}
      />
      <Templates batch={batch} task={task} />
      <Small>
        If a mark changes in the portal after your download, the spreadsheet does not overwrite it.
      </Small>
    </>
  );
}
