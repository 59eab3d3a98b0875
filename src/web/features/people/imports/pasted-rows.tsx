import type { ReactNode } from 'react';
import { firstLine } from '#contract/excerpt';
import type { RowState } from '#contract/people/import-fields';
import type { Fields } from '../../../lib/forms/form-fields.ts';
import { SelectField } from '../../../ui/field.tsx';
import { FoldSummary, Row } from '../../../ui/layout.tsx';
import { columnLetters } from './column-choice.tsx';
import { CellText, ImportedRows, type Column } from './imported-rows.tsx';

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

const shownIn = <Field extends string>(row: SheetRow<Field>, field: Field, { isShown }: SheetKind<Field>) =>
  row.cells.find((cell) => cell.field === field && isShown(row, cell));

const columnOf = <Field extends string>(field: Field, kind: SheetKind<Field>): Column<SheetRow<Field>> => ({
  label: kind.labels[field],
  cellOf(row) {
    const shown = shownIn(row, field, kind);
    if (shown === undefined) return { content: null, isEmpty: true };
    const { cell, value, before, fault } = shown;
    const text = {
      value: firstLine(value),
      before: before === null ? null : firstLine(before),
      fault: fault === null || cell === null ? fault : `${cell}: ${fault}`,
    };
    return { content: <CellText cell={text} />, isWrong: fault !== null };
  },
});

const student: Column<SheetRow<string>> = {
  label: 'Student',
  cellOf: ({ name }) => ({ content: name, isEmpty: name === null }),
};

export function SheetRows<Field extends string>({
  rows,
  kind,
}: {
  rows: readonly SheetRow<Field>[];
  kind: SheetKind<Field>;
}) {
  const shown = kind.fields.filter((field) => rows.some((row) => shownIn(row, field, kind) !== undefined));
  const columns = [student, ...shown.map((field) => columnOf(field, kind))];
  return <ImportedRows rows={rows} columns={columns} resultOf={kind.note} />;
}
