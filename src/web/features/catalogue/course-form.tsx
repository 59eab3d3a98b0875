import { useState } from 'react';
import type { CourseEntry } from '#contract/catalogue/calls';
import { limits } from '#contract/limits';
import { TextField } from '../../ui/field.tsx';
import styles from './entry-form.module.css';
import { EntryForm } from './entry-form.tsx';
import { useEntryForm } from './use-entry-form.ts';

/** A course's name: of a new one, or of the one that is there. */
export function CourseForm({ course }: { course?: CourseEntry }) {
  const form = useEntryForm('course', course);
  const [name, setName] = useState(form.values?.['name'] ?? course?.name ?? '');
  return (
    <EntryForm
      form={form}
      button={course === undefined ? 'Add the course' : 'Save the course'}
      mine={{ name }}
    >
      <div className={styles['narrow']}>
        <TextField
          label="Name of the course"
          name="name"
          required
          maxLength={limits.course}
          value={name}
          error={form.errorAt('name')}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
    </EntryForm>
  );
}
