import { useEffect, useRef, type ComponentProps, type FocusEvent } from 'react';
import type { ImportDetails, ImportRow } from '#contract/people/import-calls';
import {
  importAddress,
  importFieldLabels,
  importFields,
  rowStates,
  type ImportField,
  type RowState,
} from '#contract/people/import-fields';
import { ButtonLink } from '../../../ui/button.tsx';
import { countOf, formatNumber } from '../../../ui/format-number.ts';
import { Row } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ImportForm } from './import-form.tsx';
import { CellText, ImportedRows, rowStateLabels, type Column } from './imported-rows.tsx';
import styles from './imports.module.css';
import { LeaveOut, RowField, RowForm, TakeBatch } from './mend-rows.tsx';

export type RowPage = {
  show: RowState | null;
  after: number;
  edit: number | null;
  rows: readonly ImportRow[];
  more: boolean;
};

type Cell = ImportRow['cells'][number];

type Editing = {
  /** The row of the open form. */
  edited: number | null;
  canMend: boolean;
  addressOf: (line: number | null) => string;
};

function RowActions({ line, edited, canMend, addressOf }: Editing & { line: number }) {
  const leaveOut = <LeaveOut lines={[line]} label="Leave out" name={`Leave out row ${line}`} />;
  if (line === edited)
    return (
      <>
        <RowForm line={line} back={addressOf(null)} />
        {leaveOut}
      </>
    );
  if (!canMend) return null;
  return (
    <div className={styles['buttons']}>
      <ButtonLink
        to={addressOf(line)}
        replace
        preventScrollReset
        variant="quiet"
        small
        aria-label={`Edit row ${line}`}
      >
        Edit
      </ButtonLink>
      {leaveOut}
    </div>
  );
}

const actionsOf = (editing: Editing) => (row: ImportRow) => <RowActions line={row.line} {...editing} />;

/** @param index of the field's cells @param isRead whether the sheet has a column of it */
const columnOf = (
  { field, index, isRead }: { field: ImportField; index: number; isRead: boolean },
  { edited, canMend }: Editing,
): Column<ImportRow> => ({
  field,
  label: importFieldLabels[field],
  cellOf({ line, cells }) {
    const cell = cells[index] as Cell;
    const isEdited = line === edited && isRead;
    return {
      isWrong: cell.fault !== null,
      isEdited,
      isEmpty: cell.value === null && cell.fault === null && !isEdited,
      content: (
        <>
          {isEdited ? <RowField line={line} cell={cell} /> : <CellText cell={cell} />}
          {canMend && line !== edited && cell.near !== undefined && (
            <TakeBatch typed={cell.typed ?? ''} near={cell.near} />
          )}
        </>
      ),
    };
  },
});

function Rows({
  peopleImport: { id, state: importState, columns },
  page: { show, after, edit, rows },
  ofTable,
}: {
  peopleImport: Pick<ImportDetails, 'id' | 'state' | 'columns'>;
  page: RowPage;
  ofTable: ComponentProps<'table'>;
}) {
  const canMend = importState !== 'imported';
  const editing: Editing = {
    edited: canMend ? edit : null,
    canMend,
    addressOf: (line) => importAddress(id, { show, after: after || null, edit: line }),
  };
  const isEditing = rows.some(({ line }) => line === editing.edited);
  const isShown = (index: number) =>
    rows.some(({ cells }) => {
      const cell = cells[index];
      return cell !== undefined && (cell.value !== null || cell.fault !== null);
    });
  const shown = importFields.flatMap((field, index) => {
    const isRead = columns.includes(field);
    return (isEditing && isRead) || isShown(index) ? [columnOf({ field, index, isRead }, editing)] : [];
  });
  return (
    <ImportedRows
      {...ofTable}
      rows={rows}
      columns={shown}
      hasActions={({ line }) => canMend && line !== editing.edited}
      resultOf={actionsOf(editing)}
    />
  );
}

/** Columns that are not read, and what is missing for it: before the press, not after it. */
function NotImported({
  peopleImport: { headings, columns, samples, has_scores },
}: {
  peopleImport: ImportDetails;
}) {
  const unread = headings.filter(
    (heading, index) =>
      heading !== '' && columns[index] == null && samples.some((row) => (row[index] ?? '') !== ''),
  );
  const isMissing = (field: ImportField) =>
    !columns.includes(field) || (field === 'exit_score' && !has_scores);
  const missing = importFields.filter((field) => field !== 'email' && isMissing(field));
  if (missing.length === 0) return null;
  const named = missing.map((field) => `no ${importFieldLabels[field].toLowerCase()}`);
  return (
    <Notice tone={missing.includes('batch') || missing.includes('name') ? 'warning' : 'info'} role="note">
      {unread.length > 0 && (
        <p>
          <span>{unread.length === 1 ? 'This column is not read:' : 'These columns are not read:'}</span>{' '}
          <strong>{unread.join(', ')}</strong>
        </p>
      )}
      <p>{`${listed(named)} will be imported.`}</p>
      {missing.includes('exit_score') && <p>Students without a score can choose a project.</p>}
    </Notice>
  );
}

/** `No batch, no phone and no grade`. */
function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  const text = words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A corrected or removed row takes the focused button with it: the focus goes to the same row, the one that follows,
 * or else the choice of rows.
 */
function useRowFocus() {
  const choices = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const lastLine = useRef<number | null>(null);
  useEffect(() => {
    const line = lastLine.current;
    if (line === null || document.activeElement !== document.body) return;
    const all = [...(table.current?.querySelectorAll<HTMLElement>('tr[data-line]') ?? [])];
    const row = all.find((one) => Number(one.dataset['line']) >= line) ?? all.at(-1);
    const target = row?.querySelector<HTMLElement>('td a, td button');
    (target ?? choices.current?.querySelector<HTMLElement>('[aria-current]'))?.focus();
  });
  return {
    choices,
    ofTable: {
      ref: table,
      onFocus({ target }: FocusEvent<HTMLElement>) {
        lastLine.current = Number(target.closest<HTMLElement>('tr[data-line]')?.dataset['line'] ?? 0) || null;
      },
      onBlur({ target, relatedTarget }: FocusEvent<HTMLElement>) {
        // Somebody went elsewhere: nothing was removed.
        if (relatedTarget !== null || target.isConnected) lastLine.current = null;
      },
    },
  };
}

/** Rows of one kind, a page at a time, above the bar that imports all. */
export function DryRun({ peopleImport, page }: { peopleImport: ImportDetails; page: RowPage }) {
  const { id, state, counts, rows: all } = peopleImport;
  const { show, after, rows, more } = page;
  const choices: { state: RowState | null; label: string; count: number }[] = [
    { state: null, label: 'All', count: all },
    ...rowStates.map((one) => ({ state: one, label: rowStateLabels[one], count: counts[one] })),
  ];
  const last = rows.at(-1);
  const { choices: choicesRef, ofTable } = useRowFocus();
  const wrong = rows.filter((row) => row.state === 'wrong').map(({ line }) => line);
  return (
    <>
      <NotImported peopleImport={peopleImport} />
      {peopleImport.kept > 0 && (
        <Notice role="note">
          {`${countOf(peopleImport.kept, 'person', 'people')} with an account ${peopleImport.kept === 1 ? 'keeps' : 'keep'} their own name or phone. To correct it, open the person.`}
        </Notice>
      )}
      <Row as="nav" gap={2} aria-label="Rows" ref={choicesRef}>
        {choices.map(({ state: one, label, count }) => (
          <ButtonLink
            key={label}
            to={importAddress(id, { show: one })}
            preventScrollReset
            replace
            variant="choice"
            small
            data-state={one ?? undefined}
            aria-current={one === show ? 'page' : undefined}
          >
            <span>{`${label} `}</span>
            <span className={styles['count']}>{formatNumber(count)}</span>
          </ButtonLink>
        ))}
      </Row>
      {rows.length === 0 ? (
        <p className={styles['none']}>There are no such rows.</p>
      ) : (
        <Rows peopleImport={peopleImport} page={page} ofTable={ofTable} />
      )}
      {(more || after > 0) && (
        <Row gap={2}>
          {after > 0 && (
            <ButtonLink variant="secondary" small to={importAddress(id, { show })}>
              First rows
            </ButtonLink>
          )}
          {more && last !== undefined && (
            <ButtonLink variant="secondary" small to={importAddress(id, { show, after: last.line })}>
              More rows
            </ButtonLink>
          )}
        </Row>
      )}
      {state !== 'imported' && (
        <ImportForm key={id} peopleImport={peopleImport}>
          {counts.wrong > wrong.length && show !== 'wrong' && (
            <ButtonLink variant="secondary" small to={importAddress(id, { show: 'wrong' })}>
              {`Show ${countOf(counts.wrong, 'wrong row')}`}
            </ButtonLink>
          )}
          {wrong.length > 1 && (
            <LeaveOut lines={wrong} label={`Leave out these ${wrong.length} wrong rows`} />
          )}
        </ImportForm>
      )}
    </>
  );
}
