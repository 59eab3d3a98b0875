import { useState, type ReactNode } from 'react';
import { decodeText, encodingOf } from '#contract/text-encoding';
import type { Fields } from '../../../lib/forms/form-fields.ts';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { FileField } from '../../../ui/file-field.tsx';
import { countOf } from '../../../ui/format-number.ts';
import { Row, Stack } from '../../../ui/layout.tsx';
import { LiveRegion, Notice, useAnnouncement } from '../../../ui/notice.tsx';
import styles from './imports.module.css';
import { SheetColumns, SheetRows, type CheckedSheet, type SheetKind } from './pasted-rows.tsx';

/** A dry run's result, and what was checked. */
type Checked<Field extends string> = CheckedSheet<Field> & { sheet: Fields };
type Saved = { saved: number };

/** Fields beside the rows: their values, and what is typed. */
export type Choices = {
  valueOf: (name: string) => string | undefined;
  change: (name: string, value: string) => void;
};

type Props<Field extends string, Check extends Checked<Field>, Save extends Saved> = {
  kind: SheetKind<Field>;
  /** Of a dry run whose rows say more. */
  kindOf?: (checked: Check) => SheetKind<Field>;
  /** What a saved row is. */
  noun: string;
  /** The columns are guessed by the rows and these choices. */
  guessedBy?: readonly string[];
  /** Of a form posted without scripts. */
  posted: Check | Save | undefined;
  renderChoices?: (of: Choices) => ReactNode;
  /** Above the rows of a dry run without a wrong one. */
  renderNotes?: ((checked: Check) => ReactNode) | undefined;
  renderSaved: (saved: Save) => ReactNode;
};

const fieldsOfChecked = <Field extends string>({ sheet, columns }: Checked<Field>): Fields => ({
  ...sheet,
  ...Object.fromEntries(columns.map((field, index) => [`column-${index}`, field ?? ''])),
});

function SaveForm<Field extends string, Save extends Saved>({
  checked,
  noun,
  onSaved,
}: {
  checked: Checked<Field>;
  noun: string;
  onSaved: (saved: Save) => void;
}) {
  const { counts, seen } = checked;
  const hidden = { ...fieldsOfChecked(checked), seen };
  const form = useActionForm<Save>({ formName: 'save', hidden, onDone: onSaved });
  const count = counts.new + counts.changed;
  return <ActionForm form={form} button={`Save ${countOf(count, noun)}`} variant="primary" />;
}

function summaryOf({ wrong, new: added, changed, unchanged }: CheckedSheet<string>['counts']): string {
  if (wrong > 0) return countOf(wrong, 'wrong row');
  const counts = `${added} new, ${changed} changed, ${unchanged} unchanged.`;
  return added + changed === 0 ? `Nothing to save. ${counts}` : counts;
}

/** The wrong rows, or else what would change. */
function Preview<Field extends string, Check extends Checked<Field>, Save extends Saved>({
  checked,
  isEdited,
  onSaved,
  kind,
  noun,
  renderNotes,
}: Pick<Props<Field, Check, Save>, 'kind' | 'noun' | 'renderNotes'> & {
  checked: Check;
  isEdited: boolean;
  onSaved: (saved: Save) => void;
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
      {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
      {!isWrong && renderNotes?.(checked)}
      {!isWrong && !isEdited && shown.length > 0 && (
        <SaveForm checked={checked} noun={noun} onSaved={onSaved} />
      )}
      {shown.length > 0 && <SheetRows rows={shown} kind={kind} />}
    </Stack>
  );
}

const textOfFile = (bytes: Uint8Array) => decodeText(bytes, encodingOf(bytes, true) ?? 'utf-8');

/** Rows from a spreadsheet: pasted or of a CSV file, checked row by row, then saved all or none. */
export function PastedSheet<
  Field extends string,
  Check extends Checked<Field> = Checked<Field>,
  Save extends Saved = Saved,
>({
  kind,
  kindOf = () => kind,
  noun,
  guessedBy = [],
  posted,
  renderChoices,
  renderNotes,
  renderSaved,
}: Props<Field, Check, Save>) {
  const [result, setResult] = useState(posted);
  const checked = result !== undefined && 'rows' in result ? result : null;
  const [typed, setTyped] = useState<Fields>({});
  const [columns, setColumns] = useState<Fields>({});
  const [isUnreadable, setUnreadable] = useState(false);
  const [announcement, announce] = useAnnouncement();
  const form = useActionForm<Check>({
    formName: 'check',
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
  const guesses = ['text', ...guessedBy];
  const change = (name: string, value: string) => {
    setTyped((fields) => ({ ...fields, [name]: value }));
    if (guesses.includes(name)) setColumns({});
  };
  const canSave = checked !== null && checked.counts.wrong === 0 && !isEdited;
  const readPicked = (file: File | null) => {
    setUnreadable(false);
    file?.arrayBuffer().then(
      (buffer) => change('text', textOfFile(new Uint8Array(buffer))),
      () => setUnreadable(true),
    );
  };
  const onSaved = (outcome: Save) => {
    setResult(outcome);
    change('text', '');
  };
  return (
    <>
      {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
      {result !== undefined && 'saved' in result && renderSaved(result)}
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
          {renderChoices !== undefined && <Row gap={3}>{renderChoices({ valueOf, change })}</Row>}
          {checked !== null && !guesses.some(isChanged) && (
            <SheetColumns
              headings={checked.headings}
              kind={kind}
              valueOf={valueOf}
              onChange={(name, value) => setColumns((fields) => ({ ...fields, [name]: value }))}
            />
          )}
        </Stack>
      </ActionForm>
      <LiveRegion announcement={announcement} />
      {checked !== null && (
        <Preview
          key={checked.seen}
          {...{ checked, isEdited, onSaved, kind: kindOf(checked), noun, renderNotes }}
        />
      )}
    </>
  );
}
