import { useState } from 'react';
import type { ImportDetails } from '#contract/people/import-calls';
import { importFieldLabels, importFields, type ImportField } from '#contract/people/import-fields';
import type { Fields } from '../../../lib/forms/form-fields.ts';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Small } from '../../../ui/layout.tsx';
import styles from './imports.module.css';

const isField = (value: string): value is ImportField => (importFields as readonly string[]).includes(value);

export function readColumns(fields: Fields): (ImportField | null)[] {
  const count = Object.keys(fields).filter((name) => /^column-\d+$/.test(name)).length;
  return Array.from({ length: count }, (_, index) => {
    const value = fields[`column-${index}`] ?? '';
    return isField(value) ? value : null;
  });
}

/** As spreadsheets show them. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest === 0 ? '' : columnLetters(rest - 1)) + String.fromCharCode(65 + (index % 26));
}

/** The button shows what an import would do. */
export function ColumnChoice({ peopleImport }: { peopleImport: ImportDetails }) {
  const { headings, samples } = peopleImport;
  const [columns, setColumns] = useState(peopleImport.columns);
  const form = useActionForm({ formName: 'check', keepsPlace: true, keepsFields: true });
  const { isBusy } = form;
  return (
    <ActionForm
      form={form}
      button={isBusy ? 'Checking…' : peopleImport.state === 'checked' ? 'Update preview' : 'Preview'}
      variant={peopleImport.state === 'checked' ? 'secondary' : 'primary'}
      gap={4}
    >
      <ul className={styles['columns']}>
        {headings.map((heading, index) => {
          const shown = samples.map((row) => row[index] ?? '').filter(Boolean);
          return (
            <li key={index} className={styles['column']} data-read={columns[index] != null || undefined}>
              <SelectField
                label={heading === '' ? `Column ${columnLetters(index)}` : heading}
                name={`column-${index}`}
                value={columns[index] ?? ''}
                onChange={({ target }) =>
                  setColumns(
                    columns.map((field, at) =>
                      at === index ? (isField(target.value) ? target.value : null) : field,
                    ),
                  )
                }
              >
                <option value="">Ignore</option>
                {importFields.map((field) => (
                  <option key={field} value={field}>
                    {importFieldLabels[field]}
                  </option>
                ))}
              </SelectField>
              <Small>{shown.slice(0, 3).join(' · ') || 'Empty in the first rows'}</Small>
            </li>
          );
        })}
      </ul>
    </ActionForm>
  );
}
