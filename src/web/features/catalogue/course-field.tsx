import { useId, type ChangeEvent } from 'react';
import { limits } from '#contract/limits';
import type { Call } from '../../lib/calls/client.ts';
import { SelectField, TextField } from '../../ui/field.tsx';

/** `areAll` is false where there are more. */
export type CourseChoice = {
  names: readonly string[];
  areAll: boolean;
  /** A free id; empty where none is known. */
  nextProject: string;
};

/** A short list of choices, else a text with suggestions. */
export function CourseField({
  choice: { names, areAll },
  ...rest
}: {
  choice: CourseChoice;
  name: string;
  value: string;
  error?: string | undefined;
  onChange: (event: ChangeEvent<HTMLSelectElement | HTMLInputElement>) => void;
}) {
  const id = useId();
  const { value } = rest;
  const field = { label: 'Course', required: true, ...rest };
  if (!areAll)
    return (
      <>
        <TextField {...field} list={id} autoComplete="off" maxLength={limits.course} />
        <datalist id={id}>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
      </>
    );
  const options = names.includes(value) || value === '' ? names : [value, ...names];
  return (
    <SelectField {...field}>
      {value === '' && <option value="">Choose a course</option>}
      {options.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** Archived ones are not offered. */
export async function readCourseChoice(call: Call): Promise<CourseChoice> {
  const { courses, next, next_project = '' } = await call('listCatalogue');
  return {
    names: courses.filter(({ retired: archived }) => !archived).map(({ name }) => name),
    areAll: next === null,
    nextProject: next_project,
  };
}
