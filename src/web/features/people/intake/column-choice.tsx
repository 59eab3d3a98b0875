import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import type { IntakeDetails } from '#contract/people/intake-calls';
import {
  columnsProblem,
  intakeAddress,
  intakeFieldLabels,
  intakeFields,
  type IntakeField,
} from '#contract/people/intake-fields';
import { call, errorMessage } from '../../../lib/calls/client.ts';
import { usePostedForm } from '../../../lib/forms/use-text-form.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './column-choice.module.css';

const isField = (value: string): value is IntakeField => (intakeFields as readonly string[]).includes(value);

/** What a posted form says of the columns. */
export function readColumns(fields: Readonly<Record<string, string>>, count: number): (IntakeField | null)[] {
  return Array.from({ length: count }, (_, index) => {
    const value = fields[`column-${index}`] ?? '';
    return isField(value) ? value : null;
  });
}

/** The letters of a column, as spreadsheets show them. */
function letters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest === 0 ? '' : letters(rest - 1)) + String.fromCharCode(65 + (index % 26));
}

/** Says what each column of a spreadsheet is, beside what stands in it, and tries what an import would do. */
export function ColumnChoice({ intake }: { intake: IntakeDetails }) {
  const { id, headings, samples } = intake;
  const refused = usePostedForm('check');
  const [columns, setColumns] = useState(intake.columns);
  const { isBusy, error, run } = useMutation();
  const [amiss, setAmiss] = useState<string | null>(refused?.failure.message ?? null);
  const navigate = useNavigate();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wrong = columnsProblem(columns);
    setAmiss(wrong);
    if (wrong !== null) return;
    void run(async () => {
      const { counts } = await call('checkIntake', { params: { id }, body: { columns } });
      await navigate(intakeAddress(id, { show: counts.wrong > 0 ? 'wrong' : null }), {
        preventScrollReset: true,
      });
    });
  };
  const failure = error === null ? amiss : errorMessage(error);
  return (
    <form method="post" className={styles['form']} onSubmit={submit}>
      <input type="hidden" name="act" value="check" />
      <ul className={styles['columns']}>
        {headings.map((heading, index) => {
          const shown = samples.map((row) => row[index] ?? '').filter(Boolean);
          return (
            <li key={index} className={styles['column']} data-read={columns[index] != null || undefined}>
              <SelectField
                label={heading === '' ? `Column ${letters(index)}` : heading}
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
                <option value="">Not read</option>
                {intakeFields.map((field) => (
                  <option key={field} value={field}>
                    {intakeFieldLabels[field]}
                  </option>
                ))}
              </SelectField>
              <p className={styles['sample']}>{shown.slice(0, 3).join(' · ') || 'Empty in the first rows'}</p>
            </li>
          );
        })}
      </ul>
      <MessageRoom>{failure !== null && <Notice tone="error">{failure}</Notice>}</MessageRoom>
      <div>
        <Button type="submit" variant={intake.state === 'checked' ? 'secondary' : 'primary'} busy={isBusy}>
          {isBusy ? 'Trying…' : intake.state === 'checked' ? 'Try it again' : 'Try it'}
        </Button>
      </div>
    </form>
  );
}
