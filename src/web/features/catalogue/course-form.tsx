import { useState, type FormEvent } from 'react';
import type { CourseEntry } from '#contract/catalogue/calls';
import { courseAddress } from '#contract/catalogue/catalogue-view';
import { limits } from '#contract/limits';
import { call } from '../../lib/calls/client.ts';
import { FormKey } from '../../lib/forms/form-key.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import styles from './entry-form.module.css';
import { EntryOutcome } from './entry-outcome.tsx';
import { useEntryForm } from './use-entry-form.ts';

/** A course's name: of a new one, or of the one that is there. */
export function CourseForm({ course }: { course?: CourseEntry }) {
  const form = useEntryForm<CourseEntry>(
    'course',
    course,
    ({ name = '' }, version, idempotencyKey) =>
      course === undefined
        ? call('addCourse', { body: { name }, idempotencyKey })
        : call('changeCourse', {
            params: { course: course.name },
            body: { name, retired: course.retired, version },
            idempotencyKey,
          }),
    (saved) => courseAddress(saved.name),
  );
  const [name, setName] = useState(form.values?.['name'] ?? course?.name ?? '');
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    form.submit(event.currentTarget);
  };
  return (
    <form method="post" className={styles['form']} onSubmit={submit} noValidate>
      <p className={styles['required']}>* Required</p>
      <FormKey of="course" />
      <input type="hidden" name="act" value="course" />
      <input type="hidden" name="version" value={form.version} autoComplete="off" />
      <div className={styles['narrow']}>
        <TextField
          label="Name of the course"
          name="name"
          required
          maxLength={limits.course}
          value={name}
          error={form.errorAt('name', name)}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <EntryOutcome failure={form.failure} theirs={form.theirs} mine={{ name }} />
      <div>
        <Button type="submit" busy={form.isBusy}>
          {course === undefined ? 'Add the course' : 'Save the course'}
        </Button>
      </div>
    </form>
  );
}
