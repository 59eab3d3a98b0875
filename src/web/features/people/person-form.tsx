import { limits } from '#contract/limits';
import type { KnownPerson } from '#contract/people/import-calls';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useRefusedForm } from '../../lib/forms/refused-form.ts';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import { ChangeForm } from '../../ui/change-form.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import styles from './person-actions.module.css';
import { NameAndPhone, ScoreAndGrade } from './person-fields.tsx';

const emptyFields: Fields = { email: '', name: '', phone: '', batch: '', exit_score: '', grade: '' };

const labels = {
  email: 'Email',
  name: 'Name',
  phone: 'Phone Number',
  batch: 'Batch',
  exit_score: 'Exit score',
  grade: 'Grade',
};

const shown = ({ email, name, phone, batch, exit_score, grade }: KnownPerson): Fields => ({
  email,
  name,
  phone,
  batch,
  exit_score,
  grade,
});

export function readAdded(fields: Fields) {
  const { email = '', name, phone, batch, exit_score, grade } = fields;
  return { email: email.trim(), name, phone, batch, exit_score, grade };
}

/** Adds a person as an import would, or corrects one by the same email. */
export function AddPerson({ batches }: { batches: readonly string[] }) {
  const refused = useRefusedForm();
  const current = refused?.current === undefined ? null : (refused.current as KnownPerson);
  const form = useChangeForm({
    changes: { stored: current === null ? emptyFields : shown(current), labels, shown },
  });
  const { value: batch } = form.field('batch');
  const email = form.field('email');
  return (
    <ChangeForm form={form} button="Add the person" variant="primary" buttons="bottom-bar">
      <div className={styles['fields']}>
        <TextField
          label="Email"
          {...email}
          onChange={(event) => {
            // What was stored about another email is no longer meant.
            if (form.now['email'] !== '') form.begin(emptyFields);
            email.onChange(event);
          }}
          type="email"
          required
          maxLength={limits.email}
          autoComplete="off"
          hint="If details are stored about this email, you can compare them before you save."
        />
        <NameAndPhone form={form} />
        <SelectField label="Batch" {...form.field('batch')}>
          <option value="">No batch</option>
          {[...new Set([...batches, batch].filter((name) => name !== ''))].map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
        <ScoreAndGrade form={form} />
      </div>
    </ChangeForm>
  );
}
