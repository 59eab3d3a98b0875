import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { ImportRow } from '#contract/people/import-calls';
import { importFields, importFieldLabels } from '#contract/people/import-fields';
import type { BodyOf } from '../../../lib/calls/client.ts';
import type { Fields } from '../../../lib/forms/form-fields.ts';
import { useRefusedForm } from '../../../lib/forms/refused-form.ts';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import styles from './imports.module.css';

type Cell = ImportRow['cells'][number];

export const mendNotices = {
  'row-changed': 'The row is changed.',
  'rows-left-out': 'The rows are left out. To include them, pick the spreadsheet again.',
  'batch-taken': 'All rows with that name now have this batch.',
};

/** What a form mends, and what is said then; `body` is null for a row in which nothing was changed. */
type Mending = { body: BodyOf<'correctImport'> | null; done: keyof typeof mendNotices };

/** Null for a form that mends nothing. */
export function readMending(fields: Fields): Mending | null {
  const { act: formName, lines = '', line = '', typed = '', name = '' } = fields;
  if (formName === 'leave-out')
    return { body: { leave_out: lines.split(',').map(Number) }, done: 'rows-left-out' };
  if (formName === 'batch') return { body: { batch: { typed, name } }, done: 'batch-taken' };
  if (formName !== 'row') return null;
  const cells = importFields.flatMap((field) => {
    const value = fields[`cell-${field}`]?.trim();
    const began = fields[`was-${field}`];
    return value === undefined || value === began ? [] : [{ line: Number(line), field, value, began }];
  });
  return { body: cells.length === 0 ? null : { cells }, done: 'row-changed' };
}

/** For all rows that say the same. */
export function TakeBatch({ typed, near }: { typed: string; near: string }) {
  const form = useActionForm({ formName: 'batch', target: { typed }, hidden: { name: near } });
  return (
    <ActionForm
      form={form}
      button={`Use ${near} for all rows with “${typed}”`}
      variant="primary"
      small
      className={styles['mend']}
    />
  );
}

/** @param name what it is called where its place does not say which rows are meant */
export function LeaveOut({ lines, label, name }: { lines: readonly number[]; label: string; name?: string }) {
  const form = useActionForm({ formName: 'leave-out', target: { lines: lines.join() } });
  return <ActionForm form={form} button={label} variant="quiet" small {...(name && { label: name })} />;
}

const rowForm = (line: number) => `row-${line}`;

/** What a cell says, as somebody would type it. */
const wordsOf = ({ typed, value }: Cell) => typed ?? value ?? '';

/** Its fields are in the row's cells. */
export function RowForm({
  line,
  back,
}: {
  line: number;
  /** The address of the same rows, none of them edited. */
  back: string;
}) {
  const { revalidate } = useRevalidator();
  const form = useActionForm({
    formName: 'row',
    target: { line: String(line) },
    keepsPlace: true,
    // What somebody else has changed is what the next save begins from.
    onRefused: () => void revalidate(),
  });
  const { ref } = form.attributes;
  useEffect(() => {
    const first = [...(ref.current?.elements ?? [])].find((field) => field.matches('[name^="cell-"]'));
    if (first instanceof HTMLElement) first.focus();
  }, [ref]);
  return (
    <ActionForm
      form={form}
      id={rowForm(line)}
      button={`Save row ${line}`}
      small
      className={styles['mend']}
      further={
        <ButtonLink to={back} replace preventScrollReset variant="quiet" small>
          Cancel
        </ButtonLink>
      }
    />
  );
}

export function RowField({ line, cell }: { line: number; cell: Cell }) {
  const refused = useRefusedForm();
  const name = `cell-${cell.field}`;
  const posted = refused?.values['line'] === String(line) ? refused.values[name] : undefined;
  return (
    <>
      <input type="hidden" form={rowForm(line)} name={`was-${cell.field}`} value={wordsOf(cell)} />
      <TextField
        label={`${importFieldLabels[cell.field]} in row ${line}`}
        form={rowForm(line)}
        name={name}
        maxLength={1_000}
        autoComplete="off"
        defaultValue={posted ?? wordsOf(cell)}
        error={cell.fault ?? undefined}
      />
    </>
  );
}
