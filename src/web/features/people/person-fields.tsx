import type { ComponentProps } from 'react';
import { limits } from '#contract/limits';
import { TextField } from '../../ui/field.tsx';
import styles from './person-actions.module.css';

type PersonForm = { field: (name: string) => Pick<ComponentProps<typeof TextField>, 'name' | 'error'> };

export function NameAndPhone({
  form,
  required = [],
}: {
  form: PersonForm;
  required?: readonly ('name' | 'phone')[];
}) {
  return (
    <>
      <TextField
        label="Name"
        {...form.field('name')}
        required={required.includes('name')}
        maxLength={limits.name}
        autoComplete="off"
      />
      <TextField
        label="Phone Number"
        {...form.field('phone')}
        type="tel"
        inputMode="numeric"
        required={required.includes('phone')}
        autoComplete="off"
      />
    </>
  );
}

export function ScoreAndGrade({ form }: { form: PersonForm }) {
  return (
    <div className={styles['pair']}>
      <TextField
        label="Exit score"
        {...form.field('exit_score')}
        inputMode="decimal"
        maxLength={20}
        autoComplete="off"
        hint="From 0 to 100."
      />
      <TextField label="Grade" {...form.field('grade')} maxLength={limits.grade} autoComplete="off" />
    </div>
  );
}
