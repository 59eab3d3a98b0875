import type { ComponentProps, ReactNode } from 'react';
import type { RowState } from '#contract/people/import-fields';
import styles from './imports.module.css';

export const rowStateLabels: Record<RowState, string> = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  wrong: 'Wrong',
};

/** What a cell will hold, and held before; or why it is wrong. */
export function CellText({
  cell: { value, before, fault, kept },
}: {
  cell: { value: string | null; before: string | null; fault: string | null; kept?: string | undefined };
}) {
  return (
    <>
      {before !== null && (
        <>
          <del className={styles['before']}>{before === '' ? 'nothing' : before}</del>{' '}
        </>
      )}
      {before === null && value !== null && <span>{value}</span>}
      {before !== null && <ins className={styles['after']}>{value}</ins>}
      {kept !== undefined && (
        <span className={styles['kept']}>{`Stays ${kept === '' ? 'empty' : kept}`}</span>
      )}
      {fault !== null && <span className={styles['fault']}>{fault}</span>}
    </>
  );
}

export type Column<Row> = {
  label: string;
  /** For styles of its own. */
  field?: string;
  cellOf: (row: Row) => { content: ReactNode; isWrong?: boolean; isEdited?: boolean; isEmpty?: boolean };
};

/**
 * Rows of a spreadsheet, each with its number, its result and the cells to show.
 * @param resultOf what follows the result
 * @param hasActions whether that is buttons beside it
 */
export function ImportedRows<Row extends { line: number; state: RowState }>({
  rows,
  columns,
  resultOf,
  hasActions,
  ...ofTable
}: ComponentProps<'table'> & {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  resultOf?: ((row: Row) => ReactNode) | undefined;
  hasActions?: (row: Row) => boolean;
}) {
  return (
    <table {...ofTable} className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">Row</th>
          <th scope="col">Result</th>
          {columns.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.line} data-state={row.state} data-line={row.line}>
            <th scope="row" data-label="Row">
              {row.line}
            </th>
            <td data-label="Result" data-actions={hasActions?.(row) || undefined}>
              <span className={styles['state']} data-state={row.state}>
                {rowStateLabels[row.state]}
              </span>
              {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
              {resultOf?.(row)}
            </td>
            {columns.map(({ label, field, cellOf }) => {
              const { content, isWrong, isEdited, isEmpty } = cellOf(row);
              return (
                <td
                  key={label}
                  data-field={field}
                  data-label={label}
                  data-wrong={isWrong || undefined}
                  data-edited={isEdited || undefined}
                  data-empty={isEmpty || undefined}
                >
                  {/* oxlint-disable-next-line capstone/text-stands-alone -- elements, or the only text */}
                  {content}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
