import type { AuditLine } from '#contract/privacy/audit-calls';

const somebody: Record<AuditLine['by'], string> = {
  // An account that is there no more has no name.
  person: 'Somebody',
  operator: 'The operator',
  portal: 'The portal',
  unknown: 'Somebody',
};

/** Who acted, as a line names them. */
export function actorName({ who, by }: Pick<AuditLine, 'who' | 'by'>): string {
  return who?.s_name ?? somebody[by];
}

/** The person to name behind the words, and how: what somebody did with their own account names nobody again. */
export function personBehind({
  who,
  whom,
  subject,
}: AuditLine): { name: string; as: 'subject' | 'of' } | null {
  if (whom === null || whom.s_id === who?.s_id) return null;
  return { name: whom.s_name, as: subject === '' || subject === whom.s_id ? 'subject' : 'of' };
}

/** A change in words: `marks: 70 → 80`, or `exit score: 78` where there was nothing before. */
export function changeWords({ what, before, after }: AuditLine['changes'][number]): string {
  if (before === null) return `${what}: ${after ?? '–'}`;
  return `${what}: ${before} → ${after ?? 'nothing'}`;
}
