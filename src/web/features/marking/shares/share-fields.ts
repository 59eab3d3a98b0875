import type { MarkingShares } from '#contract/marking/share-calls';
import type { Fields } from '../../../lib/forms/form-fields.ts';
import { removalBody } from '../../../lib/forms/began-fields.ts';

const studentField = 'student ';
const mentorField = 'to ';
const ofMentor = 'mentor ';

export const studentName = (s_id: string): string => studentField + s_id;
export const mentorName = (id: string): string => mentorField + id;
/** Of the choice whose students are divided. */
export const scopeOfMentor = (id: string): string => ofMentor + id;

const withPrefix = (fields: Fields, prefix: string): string[] =>
  Object.keys(fields).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));

type Scope =
  | { of: 'all' | 'unassigned' }
  | { of: 'mentor'; mentor: string }
  | { of: 'students'; students: string[] };

function scopeOf({ scope = 'all', ...fields }: Fields): Scope {
  if (scope === 'students') return { of: 'students', students: withPrefix(fields, studentField) };
  if (scope.startsWith(ofMentor)) return { of: 'mentor', mentor: scope.slice(ofMentor.length) };
  return { of: scope === 'unassigned' ? 'unassigned' : 'all' };
}

/** A list gives its students to one mentor, or to nobody; other divisions name theirs by boxes. */
export function postedDivision(fields: Fields) {
  const { target } = fields;
  const to = target === undefined ? withPrefix(fields, mentorField) : [target].filter((id) => id !== '');
  return { ...scopeOf(fields), to, ...removalBody(fields) };
}

/** Why nothing can be divided; null if it can. */
export function missingIn({ of: scope, to, ...rest }: ReturnType<typeof postedDivision>): string | null {
  if (scope === 'students')
    return 'students' in rest && rest.students.length > 0 ? null : 'Select the students to assign.';
  return to.length === 0 ? 'Select at least one mentor.' : null;
}

/** At first, those who have nobody, where some have somebody. */
export const firstScope = ({ mentors, unassigned }: MarkingShares): 'all' | 'unassigned' =>
  unassigned.students > 0 && mentors.some(({ students }) => students > 0) ? 'unassigned' : 'all';

export const allStudents = ({ mentors, unassigned }: MarkingShares): number =>
  mentors.reduce((sum, { students }) => sum + students, unassigned.students);
