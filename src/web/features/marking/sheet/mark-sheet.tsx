import { useState } from 'react';
import { tasks, type Task } from '#contract/dates';
import { firstLine } from '#contract/excerpt';
import { markFieldLabels, markFields, sheetFormats, type MarkField } from '#contract/marking/mark-sheet';
import type { CheckedMarks, MarkRow } from '#contract/marking/mark-sheet-calls';
import { releaseAddress } from '#contract/marking/staff-view';
import { paths } from '#contract/paths';
import { decodeText, encodingOf } from '#contract/text-encoding';
import { callAddress } from '../../../lib/calls/call-address.ts';
import { focusFromTop } from '../../../lib/focus.ts';
import type { Fields } from '../../../lib/forms/form-fields.ts';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { SelectField, TextArea } from '../../../ui/field.tsx';
import { FileField } from '../../../ui/file-field.tsx';
import { FoldSummary, Row, Small, Stack } from '../../../ui/layout.tsx';
import { LiveRegion, Notice, useAnnouncement } from '../../../ui/notice.tsx';
import { columnLetters } from '../../people/intake/column-choice.tsx';
import { CellText, rowStateLabels } from '../../people/intake/dry-run.tsx';
import table from '../../people/intake/intake.module.css';
import { countOf } from '../../../ui/format-number.ts';
import styles from '../release/release.module.css';

/** What was checked, and its result. */
export type Checked = CheckedMarks & { sheet: Fields };
export type Saved = { saved: number; task: Task; released: string };

const isField = (value: string): value is MarkField => markFields.some((field) => field === value);

/** Undefined to have them guessed. */
export function readMarkColumns(fields: Fields): (MarkField | null)[] | undefined {
  const chosen = Object.keys(fields).filter((name) => /^column-\d+$/.test(name));
  if (chosen.length === 0) return undefined;
  return chosen.map((_, index) => {
    const value = fields[`column-${index}`] ?? '';
    return isField(value) ? value : null;
  });
}

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

function Columns({
  headings,
  valueOf,
  onChange,
}: {
  headings: Checked['headings'];
  valueOf: (name: string) => string | undefined;
  onChange: (name: string, value: string) => void;
}) {
  return (
    <details>
      <FoldSummary>Columns</FoldSummary>
      <Row gap={3}>
        {headings.map((heading, index) => (
          <SelectField
            key={index}
            label={heading === '' ? `Column ${columnLetters(index)}` : heading}
            name={`column-${index}`}
            value={valueOf(`column-${index}`)}
            onChange={({ target }) => onChange(target.name, target.value)}
          >
            <option value="">Ignore</option>
            {markFields.map((field) => (
              <option key={field} value={field}>
                {markFieldLabels[field]}
              </option>
            ))}
          </SelectField>
        ))}
      </Row>
    </details>
  );
}

type Cell = MarkRow['cells'][number];

/** What is new, changed or wrong; the marks always. */
function isShown({ state }: MarkRow, { field, value, before, fault }: Cell): boolean {
  if (fault !== null || before !== null || field === 'marks') return true;
  if (field === 'status') return value !== '';
  if (field === 'email') return state === 'wrong';
  return field !== 'task' && state === 'new' && value !== '';
}

const shortText = (text: string | null) => (text === null ? null : firstLine(text));

function MarkCell({ row, field }: { row: MarkRow; field: MarkField }) {
  const cell = row.cells.find((one) => one.field === field && isShown(row, one));
  const fault = cell?.fault ?? null;
  const place = cell?.cell ?? null;
  return (
    <td
      data-label={markFieldLabels[field]}
      data-wrong={fault !== null || undefined}
      data-empty={cell === undefined || undefined}
    >
      {cell !== undefined && (
        <CellText
          cell={{
            value: shortText(cell.value),
            before: shortText(cell.before),
            fault: fault === null || place === null ? fault : `${place}: ${fault}`,
          }}
        />
      )}
    </td>
  );
}

function Rows({ rows }: { rows: readonly MarkRow[] }) {
  const shown = markFields.filter((field) =>
    rows.some((row) => row.cells.some((cell) => cell.field === field && isShown(row, cell))),
  );
  return (
    <table className={table['table']}>
      <thead>
        <tr>
          <th scope="col">Row</th>
          <th scope="col">Result</th>
          <th scope="col">Student</th>
          {shown.map((field) => (
            <th key={field} scope="col">
              {markFieldLabels[field]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.line} data-state={row.state}>
            <th scope="row" data-label="Row">
              {row.line}
            </th>
            <td data-label="Result">
              <span className={table['state']} data-state={row.state}>
                {rowStateLabels[row.state]}
              </span>
            </td>
            <td data-label="Student" data-empty={row.name === null || undefined}>
              {row.name}
            </td>
            {shown.map((field) => (
              <MarkCell key={field} row={row} field={field} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const fieldsOfChecked = ({ sheet, columns }: Checked): Fields => ({
  ...sheet,
  ...Object.fromEntries(columns.map((field, index) => [`column-${index}`, field ?? ''])),
});

function SaveForm({ checked, onSaved }: { checked: Checked; onSaved: (saved: Saved) => void }) {
  const { counts, seen } = checked;
  const hidden = { ...fieldsOfChecked(checked), seen };
  const form = useActionForm<Saved>({ act: 'save', hidden, onDone: onSaved });
  const count = counts.new + counts.changed;
  return <ActionForm form={form} button={`Save ${countOf(count, 'mark')}`} variant="primary" />;
}

function summaryOf({ wrong, new: added, changed, unchanged }: Checked['counts']): string {
  if (wrong > 0) return countOf(wrong, 'wrong row');
  const counts = `${added} new, ${changed} changed, ${unchanged} unchanged.`;
  return added + changed === 0 ? `Nothing to save. ${counts}` : counts;
}

/** The wrong rows, or else what would change. */
function Preview({
  checked,
  isEdited,
  onSaved,
}: {
  checked: Checked;
  isEdited: boolean;
  onSaved: (saved: Saved) => void;
}) {
  const { counts, rows } = checked;
  const isWrong = counts.wrong > 0;
  const shown = rows.filter(({ state }) => (isWrong ? state === 'wrong' : state !== 'unchanged'));
  return (
    <Stack as="section" gap={3} aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      {isWrong ? (
        <Notice tone="warning" role="note" title={summaryOf(counts)}>
          <p>Correct the rows, then check again. Nothing is saved until every row is correct.</p>
        </Notice>
      ) : (
        <p>{summaryOf(counts)}</p>
      )}
      {!isWrong && !isEdited && shown.length > 0 && <SaveForm checked={checked} onSaved={onSaved} />}
      {shown.length > 0 && <Rows rows={shown} />}
    </Stack>
  );
}

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

const textOfFile = (bytes: Uint8Array) => decodeText(bytes, encodingOf(bytes, true) ?? 'utf-8');

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
  const [result, setResult] = useState(posted);
  const checked = result !== undefined && 'rows' in result ? result : null;
  const [typed, setTyped] = useState<Fields>({});
  const [columns, setColumns] = useState<Fields>({});
  const [isUnreadable, setUnreadable] = useState(false);
  const [announcement, announce] = useAnnouncement();
  const form = useActionForm<Checked>({
    act: 'check',
    keepsFields: true,
    keepsPlace: true,
    revalidates: false,
    onDone(rows) {
      setResult(rows);
      announce(summaryOf(rows.counts));
    },
  });
  const before = checked === null ? (form.values ?? {}) : fieldsOfChecked(checked);
  // A form sends other line ends than a field has.
  const lines = (sheet: string | undefined) => sheet?.replaceAll('\r\n', '\n');
  const valueOf = (name: string) => typed[name] ?? columns[name] ?? before[name];
  const isChanged = (name: string) => lines(valueOf(name)) !== lines(before[name]);
  const isEdited = checked !== null && Object.keys(before).some(isChanged);
  const change = (name: string, value: string) => {
    setTyped((fields) => ({ ...fields, [name]: value }));
    // The columns are guessed by text and task.
    if (name !== 'released') setColumns({});
  };
  const canSave = checked !== null && checked.counts.wrong === 0 && !isEdited;
  const readPicked = (file: File | null) => {
    setUnreadable(false);
    file?.arrayBuffer().then(
      (buffer) => change('text', textOfFile(new Uint8Array(buffer))),
      () => setUnreadable(true),
    );
  };
  const onSaved = (saved: Saved) => {
    setResult(saved);
    change('text', '');
  };
  return (
    <>
      {result !== undefined && 'saved' in result && <SavedNotice batch={batch} saved={result} />}
      <ActionForm
        form={form}
        button={form.isBusy ? 'Checking…' : 'Check rows'}
        variant={canSave ? 'secondary' : 'primary'}
        className={canSave ? styles['read'] : undefined}
      >
        <Stack gap={3}>
          <TextArea
            label="Rows, with headings"
            hint="Copy them from your spreadsheet, and paste them here."
            name="text"
            rows={6}
            spellCheck={false}
            value={valueOf('text') ?? ''}
            onChange={({ target }) => {
              change('text', target.value);
              setUnreadable(false);
            }}
            error={form.errorAt('text')}
          />
          <div data-needs-script>
            <FileField
              label="Or pick a CSV file"
              accept=".csv,.txt"
              file={null}
              error={isUnreadable && 'This file can no longer be read. Please pick it again.'}
              onChange={readPicked}
            />
          </div>
          <Row gap={3}>
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
          </Row>
          {checked !== null && !isChanged('text') && !isChanged('task') && (
            <Columns
              headings={checked.headings}
              valueOf={valueOf}
              onChange={(name, value) => setColumns((fields) => ({ ...fields, [name]: value }))}
            />
          )}
        </Stack>
      </ActionForm>
      <LiveRegion of={announcement} />
      {checked !== null && (
        <Preview key={checked.seen} checked={checked} isEdited={isEdited} onSaved={onSaved} />
      )}
      <Templates batch={batch} task={task} />
      <Small>
        If a mark changes in the portal after your download, the spreadsheet does not overwrite it.
      </Small>
    </>
  );
}
