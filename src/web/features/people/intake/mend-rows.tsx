import { useEffect, useRef, type FormEvent } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { IntakeRow } from '#contract/people/intake-calls';
import { intakeFields, intakeFieldLabels } from '#contract/people/intake-fields';
import { call, errorMessage, type BodyOf } from '../../../lib/calls/client.ts';
import { fieldsOf, type Fields } from '../../../lib/forms/form-fields.ts';
import { useRefusedForm } from '../../../lib/forms/refused-form.ts';
import { clearScreenMessage, tellScreen } from '../../../lib/screen-message.ts';
import type { ScreenNotice } from '../../../lib/screen-notices.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormOutcome } from '../../../ui/form-outcome.tsx';
import styles from './dry-run.module.css';

type Cell = IntakeRow['cells'][number];

/** What a form mends, and what is said then; `body` is null for a row in which nothing was changed. */
type Mending = { body: BodyOf<'mendIntake'> | null; done: ScreenNotice };

/** What a form of the dry run mends; null for a form that mends nothing. */
export function readMending(fields: Fields): Mending | null {
  const { act, lines = '', line = '', typed = '', name = '' } = fields;
  if (act === 'leave-out')
    return { body: { leave_out: lines.split(',').map(Number) }, done: 'rows-left-out' };
  if (act === 'batch') return { body: { batch: { typed, name } }, done: 'batch-taken' };
  if (act !== 'row') return null;
  const cells = intakeFields.flatMap((field) => {
    const value = fields[`cell-${field}`]?.trim();
    return value === undefined || value === fields[`was-${field}`]
      ? []
      : [{ line: Number(line), field, value }];
  });
  return { body: cells.length === 0 ? null : { cells }, done: 'row-changed' };
}

/**
 * A form that mends rows of a spreadsheet and tries it again, sent by its script or posted to its page.
 * @param of tells it from the others: the form whose fields say so was refused
 * @param leadsTo the address then; null for the one that is open
 */
function useMending(id: string, of: Fields, leadsTo: string | null = null) {
  const refused = useRefusedForm();
  const posted = Object.entries(of).every(([name, value]) => refused?.values[name] === value)
    ? refused
    : undefined;
  const { isBusy, error, run } = useMutation();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const mending = readMending(fieldsOf(new FormData(event.currentTarget)));
    if (mending === null) return;
    const { body, done } = mending;
    clearScreenMessage();
    void run(async () => {
      if (body !== null) await call('mendIntake', { params: { id }, body });
      await (leadsTo === null
        ? revalidate()
        : navigate(leadsTo, { replace: true, preventScrollReset: true }));
      if (body !== null) tellScreen(done);
    });
  };
  const failure = error === null ? posted?.failure.message : errorMessage(error);
  return { isBusy, submit, failure };
}

/** Takes the batch that is likely to be meant for all rows that say the same. */
export function TakeBatch({ intake, typed, near }: { intake: string; typed: string; near: string }) {
  const { isBusy, submit, failure } = useMending(intake, { act: 'batch', typed });
  return (
    <form method="post" className={styles['mend']} onSubmit={submit}>
      <input type="hidden" name="act" value="batch" />
      <input type="hidden" name="typed" value={typed} />
      <input type="hidden" name="name" value={near} />
      <Button type="submit" small busy={isBusy}>
        {`Use ${near} for all rows with “${typed}”`}
      </Button>
      <FormOutcome failure={failure} />
    </form>
  );
}

/** Leaves rows out of the import. */
export function LeaveOut({
  intake,
  lines,
  label,
  name,
}: {
  intake: string;
  lines: readonly number[];
  label: string;
  /** What it is called where its place does not say which rows are meant. */
  name?: string;
}) {
  const value = lines.join();
  const { isBusy, submit, failure } = useMending(intake, { act: 'leave-out', lines: value });
  return (
    <form method="post" onSubmit={submit}>
      <input type="hidden" name="act" value="leave-out" />
      <input type="hidden" name="lines" value={value} />
      <Button type="submit" variant="quiet" small busy={isBusy} aria-label={name}>
        {label}
      </Button>
      <FormOutcome failure={failure} />
    </form>
  );
}

const rowForm = (line: number) => `row-${line}`;

/** What a cell says, as somebody would type it. */
const wordsOf = ({ typed, value }: Cell) => typed ?? value ?? '';

/** The form of a row that is edited; its fields stand in the row's cells. */
export function RowForm({
  intake,
  line,
  back,
}: {
  intake: string;
  line: number;
  /** The address of the same rows, none of them edited. */
  back: string;
}) {
  const { isBusy, submit, failure } = useMending(intake, { act: 'row', line: String(line) }, back);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const first = [...(form.current?.elements ?? [])].find((field) => field.matches('[name^="cell-"]'));
    if (first instanceof HTMLElement) first.focus();
  }, []);
  return (
    <form ref={form} id={rowForm(line)} method="post" className={styles['mend']} onSubmit={submit}>
      <input type="hidden" name="act" value="row" />
      <input type="hidden" name="line" value={line} />
      <FormOutcome failure={failure} />
      <Button type="submit" variant="secondary" small busy={isBusy}>
        {`Save row ${line}`}
      </Button>
      <ButtonLink to={back} replace preventScrollReset variant="quiet" small>
        Cancel
      </ButtonLink>
    </form>
  );
}

/** One cell of a row that is edited. */
export function RowField({ line, cell }: { line: number; cell: Cell }) {
  const refused = useRefusedForm();
  const name = `cell-${cell.field}`;
  const posted = refused?.values['line'] === String(line) ? refused.values[name] : undefined;
  return (
    <>
      <input type="hidden" form={rowForm(line)} name={`was-${cell.field}`} value={wordsOf(cell)} />
      <TextField
        label={`${intakeFieldLabels[cell.field]} in row ${line}`}
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
