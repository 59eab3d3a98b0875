import type { ExpectedPerson, ListedPerson } from './calls.ts';
import type { ExaminerState, ListedStage, StaffRole } from './people-view.ts';

export const stageNames: Record<ListedStage, string> = {
  imported: 'Imported, not invited',
  invited: 'Invited',
  unconfirmed: 'Email not confirmed',
  confirmed: 'Email confirmed',
  waiting: 'Waiting for a batch',
  placed: 'No project yet',
  'with-project': 'With a project',
  suspended: 'Suspended',
  staff: 'Staff',
  'deletion-asked': 'Deletion requested',
  anonymised: 'Anonymised',
};

export const invitationWords: Record<ExpectedPerson['invitation'], string> = {
  'not-invited': 'Not invited',
  sent: 'Invited by email',
  printed: 'Invited on paper',
  opened: 'Has opened the invitation',
  used: 'Has signed up',
  expired: 'Invitation expired',
  revoked: 'Invitation withdrawn',
};

export const roleNames: Record<StaffRole, string> = { mentor: 'Mentor', administrator: 'Administrator' };

const examinerNames: Record<ExaminerState, string> = { active: 'Examiner', removed: 'Examiner, removed' };

/** @param examiner of who only examines, or did */
export const roleOf = ({ role, examiner }: { role: StaffRole; examiner?: ExaminerState | undefined }) =>
  examiner === undefined ? roleNames[role] : examinerNames[examiner];

export const batchesInWords = ({ role, batches }: { role: StaffRole; batches: readonly string[] }) =>
  role === 'administrator' ? 'All' : batches.join(', ') || 'None';

export function stageOf(person: ListedPerson): string {
  if (person.anonymised) return 'Anonymised';
  if (person.suspended) return 'Suspended';
  if (person.role !== 'student') return roleOf({ role: person.role, examiner: person.examiner });
  if (person.batch === null) return stageNames.waiting;
  if (person.project !== null) return stageNames['with-project'];
  return person.typed_batch === null ? stageNames.placed : stageNames.waiting;
}
