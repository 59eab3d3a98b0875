import type { CourseEntry } from '#contract/catalogue/calls';
import { limits } from '#contract/limits';
import { TextField } from '../../ui/field.tsx';
import { EntryForm, useEntryForm } from './entry-form.tsx';

export function CourseForm({ course }: { course?: CourseEntry }) {
  const form = useEntryForm('course', course, { initial: { name: '' } });
  return (
    <EntryForm form={form} button={course === undefined ? 'Add the course' : 'Save the course'}>
      <TextField label="Name of the course" required maxLength={limits.course} {...form.field('name')} />
    </EntryForm>
  );
}
