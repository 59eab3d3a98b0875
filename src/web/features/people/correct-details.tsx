import type { Person } from '#contract/people/calls';
import { changedBody } from '../../lib/forms/changed-body.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import { ChangeForm } from '../../ui/change-form.tsx';
import { Small } from '../../ui/layout.tsx';
import { NameAndPhone, ScoreAndGrade } from './person-fields.tsx';

const shown = ({ s_name, phone, role, imported, exit_score, grade }: Person): Fields => ({
  name: s_name,
  phone: phone ?? '',
  ...(role === 'student' && {
    exit_score: String(imported?.exit_score ?? exit_score ?? ''),
    grade: imported?.grade ?? grade ?? '',
  }),
});

const labels = { name: 'Name', phone: 'Phone Number', exit_score: 'Exit score', grade: 'Grade' };

/** An unchanged score or grade is not sent, and an emptied one is null: so servers of every version read them. */
export function readDetails(fields: Fields) {
  const { began, ...body } = changedBody(
    fields,
    ({ name = '', phone = '', exit_score = '', grade = '' }) => ({
      name,
      phone,
      exit_score: exit_score.trim(),
      grade: grade.trim(),
    }),
  );
  const known = (field: 'exit_score' | 'grade') => {
    if (began === undefined) return body[field];
    return field in began ? body[field] || null : undefined;
  };
  return { ...body, exit_score: known('exit_score'), grade: known('grade'), began };
}

/** Batch and email have their own forms. */
export function CorrectDetails({ person }: { person: Person }) {
  const form = useChangeForm({ formName: 'profile', changes: { stored: shown(person), labels, shown } });
  const isStudent = person.role === 'student';
  return (
    <ChangeForm form={form} button="Correct the details" narrow>
      <NameAndPhone form={form} required={isStudent ? ['name', 'phone'] : ['name']} />
      {isStudent && (
        <>
          <ScoreAndGrade form={form} />
          {person.confirmed_at === null && <Small>Both apply once the email is confirmed.</Small>}
        </>
      )}
    </ChangeForm>
  );
}
