import { taskLabel } from '../../lib/task-label.ts';
import {
  csvFormats,
  headedColumns,
  headingLength,
  type CsvFormat,
  type HeadedColumn,
  type SheetHeadings,
} from '#contract/results/sheet-headings';
import { tasks } from '#contract/dates';
import { changedBody } from '../../lib/forms/changed-body.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import { FoldCard } from '../../ui/card.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import styles from './sheet.module.css';

export const formatLabels: Record<CsvFormat, string> = {
  capstone: 'CSV',
  moodle: 'CSV for Moodle',
  canvas: 'CSV for Canvas',
  own: 'CSV with own headings',
};

const labels: Record<HeadedColumn, string> = {
  name: 'Name',
  email: 'Email',
  course: 'Course',
  batch: 'Batch',
  project: 'Project',
  ...(Object.fromEntries(tasks.map((task) => [task, taskLabel(task)])) as Record<
    (typeof tasks)[number],
    string
  >),
  result: 'Result',
  grade: 'Grade',
  outcome: 'Outcome',
  remarks: 'Remarks',
};

const shown = ({ format, ...headings }: SheetHeadings): Fields => ({ format, ...headings });

export const readHeadingFields = (fields: Fields) =>
  changedBody(fields, (typed) => ({
    ...(Object.fromEntries(headedColumns.map((name) => [name, typed[name] ?? ''])) as Record<
      HeadedColumn,
      string
    >),
    format: (typed['format'] ?? '') as CsvFormat,
  }));

/** For the office, once for all sheets of the academy. */
export function HeadingsForm({ headings }: { headings: SheetHeadings }) {
  const form = useChangeForm({
    formName: 'headings',
    changes: { stored: shown(headings), labels: { format: 'Format', ...labels }, shown },
  });
  return (
    <div className={styles['tools']}>
      <FoldCard title="Headings of the CSV">
        <ChangeForm form={form} button="Save the headings" gap={4}>
          <SelectField
            label="Format of the first CSV button"
            {...form.field('format')}
            hint="For every sheet of the academy."
          >
            {csvFormats.map((format) => (
              <option key={format} value={format}>
                {formatLabels[format]}
              </option>
            ))}
          </SelectField>
          <fieldset className={styles['headings']}>
            <legend>Own headings</legend>
            <p>
              A column without a heading is left out. Remarks are words such as absent, excused or under
              review.
            </p>
            {headedColumns.map((name) => (
              <TextField key={name} label={labels[name]} {...form.field(name)} maxLength={headingLength} />
            ))}
          </fieldset>
        </ChangeForm>
      </FoldCard>
    </div>
  );
}
