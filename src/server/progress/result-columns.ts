import type { ListedResult } from '#contract/results/result-calls';
import type { CsvColumns } from '../platform/csv-stream.ts';

const yesOrNo = (value: boolean | null) => (value === null ? null : value ? 'yes' : 'no');

/** Of a student, as they can know it; what differs with unreleased marks is in columns of its own. */
export function resultColumns<Row>(of: (row: Row) => ListedResult | undefined): CsvColumns<Row> {
  const unreleased = (row: Row, name: 'result' | 'so_far') => {
    const result = of(row);
    const value = result?.with_unreleased[name] ?? null;
    return value === result?.released[name] ? null : value;
  };
  return [
    ['result', (row) => of(row)?.released.result ?? null],
    ['result so far', (row) => of(row)?.released.so_far ?? null],
    ['passed', (row) => yesOrNo(of(row)?.released.passed ?? null)],
    ['result grade', (row) => of(row)?.released.grade ?? null],
    ['result NOT RELEASED', (row) => unreleased(row, 'result')],
    ['result so far NOT RELEASED', (row) => unreleased(row, 'so_far')],
  ];
}
