import { retentionYears } from '#contract/privacy/retention';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { changedBody } from '../../lib/forms/changed-body.ts';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import { ChangeForm } from '../../ui/change-form.tsx';
import { SelectField } from '../../ui/field.tsx';
import { countOf } from '../../ui/format-number.ts';

const { min, max } = retentionYears;
const choices = Array.from({ length: max - min + 1 }, (_, index) => String(min + index));

const wordsOf = (years: string): string =>
  years === '' ? 'Keep personal data' : `Anonymise after ${countOf(Number(years), 'year')}`;

const shown = ({ years }: { years: number | null }): Fields => ({
  years: years === null ? '' : String(years),
});

export const readRetentionFields = (fields: Fields) =>
  changedBody(fields, ({ years = '' }) => ({ years: years === '' ? null : Number(years) }));

export function RetentionForm({ years }: { years: number | null }) {
  const form = useChangeForm({
    formName: 'years',
    changes: {
      stored: shown({ years }),
      labels: { years: 'After the end of a batch' },
      shown,
      words: (_, value) => wordsOf(value),
    },
  });
  return (
    <ChangeForm form={form} button="Save" narrow>
      <SelectField
        label="After the end of a batch"
        {...form.field('years')}
        hint="You are notified a week before. Each student gets a notice and an email 48 hours before. Anonymising cannot be undone."
      >
        {['', ...choices].map((value) => (
          <option key={value} value={value}>
            {wordsOf(value)}
          </option>
        ))}
      </SelectField>
    </ChangeForm>
  );
}
