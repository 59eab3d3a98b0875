import type { ReactNode } from 'react';
import { firstLine } from '#contract/excerpt';
import type { RowState } from '#contract/people/import-fields';
import type { Fields } from '../../../lib/forms/form-fields.ts';
import { SelectField } from '../../../ui/field.tsx';
import { FoldSummary, Row } from '../../../ui/layout.tsx';
import { columnLetters } from './column-choice.tsx';
import { CellText, rowStateLabels } from './dry-run.tsx';
import table from './imports.module.css';

export type SheetCell<Field extends string> = {
  field: Field;
  cell: string | null;
  value: string;
  before: string | null;
  fault: string | null;
};
export type SheetRow<Field extends string> = {
  line: number;
  state: RowState;
  name: string | null;
  cells: readonly SheetCell<Field>[];
};
export type CheckedSheet<Field extends string> = {
  headings: readonly string[];
  columns: readonly (Field | null)[];
  counts: Record<RowState, number>;
  rows: readonly SheetRow<Field>[];
  seen: string;
};

/** What a sheet's columns can hold, and what of it a row shows. */
export type SheetKind<Field extends string> = {
  fields: readonly Field[];
  labels: Readonly<Record<Field, string>>;
  isShown: (row: SheetRow<Field>, cell: SheetCell<Field>) => boolean;
  /** Under a row's result. */
  note?: ((row: SheetRow<Field>) => ReactNode) | undefined;
};

/** Undefined to have them guessed. */
export function readSheetColumns<Field extends string>(
  fields: Fields,
  known: readonly Field[],
): (Field | null)[] | undefined {
  const chosen = Object.keys(fields).filter((name) => /^column-\d+$/.test(name));
  if (chosen.length === 0) return undefined;
  return chosen.map((_, index) => known.find((field) => field === fields[`column-${index}`]) ?? null);
}

export function SheetColumns<Field extends string>({
  headings,
  kind: { fields, labels },
  valueOf,
  onChange,
}: {
  headings: readonly string[];
  kind: SheetKind<Field>;
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
            {fields.map((field) => (
              <option key={field} value={field}>
                {labels[field]}
              </option>
            ))}
          </SelectField>
        ))}
      </Row>
    </details>
  );
}

const shortText = (text: string | null) => (text === null ? null : firstLine(text));

function Cell<Field extends string>({
  row,
  field,
  kind: { labels, isShown },
}: {
  row: SheetRow<Field>;
  field: Field;
  kind: SheetKind<Field>;
}) {
  const cell = row.cells.find((one) => one.field === field && isShown(row, one));
  const fault = cell?.fault ?? null;
  const place = cell?.cell ?? null;
  return (
    <td
      data-label={labels[field]}
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

export function SheetRows<Field extends string>({
  rows,
  kind,
}: {
  rows: readonly SheetRow<Field>[];
  kind: SheetKind<Field>;
}) {
  const shown = kind.fields.filter((field) =>
    rows.some((row) => row.cells.some((cell) => cell.field === field && kind.isShown(row, cell))),
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
              {kind.labels[field]}
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
              {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
              {kind.note?.(row)}
            </td>
            <td data-label="Student" data-empty={row.name === null || undefined}>
              {row.name}
            </td>
            {shown.map((field) => (
              <Cell key={field} row={row} field={field} kind={kind} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
