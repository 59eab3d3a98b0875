import { useState } from 'react';
import type { CourseEntry } from '#contract/catalogue/calls';
import { limits } from '#contract/limits';
import { TextField } from '../../ui/field.tsx';
import { EntryForm, useEntryForm } from './entry-form.tsx';

export function CourseForm({ course }: { course?: CourseEntry }) {
  const form = useEntryForm('course', course);
  const [name, setName] = useState(form.values?.['name'] ?? course?.name ?? '');
  return (
    <EntryForm
      form={form}
      button={course === undefined ? 'Add the course' : 'Save the course'}
      mine={{ name }}
    >
      <TextField
        label="Name of the course"
        name="name"
        required
        maxLength={limits.course}
        value={name}
        error={form.errorAt('name')}
        onChange={({ target }) => setName(target.value)}
      />
    </EntryForm>
  );
}
