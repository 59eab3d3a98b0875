import { Link } from 'react-router';
import type { MarkingShares } from '#contract/marking/share-calls';
import { markingSharesAddress } from '#contract/marking/staff-view';
import { countOf } from '../../../ui/format-number.ts';
import { Small } from '../../../ui/layout.tsx';

/** Work to mark by mentor, where it is divided. */
export function ShareLine({ shares: { batch, mentors, unassigned } }: { shares: MarkingShares }) {
  const divided = mentors.filter(({ students }) => students > 0);
  if (divided.length === 0) return null;
  const parts = [
    ...divided.map(({ name, is_you, unmarked }) => `${is_you ? 'you' : name} ${unmarked}`),
    ...(unassigned.students > 0
      ? [`not assigned ${unassigned.unmarked} (${countOf(unassigned.students, 'student')})`]
      : []),
  ];
  return (
    <Small>
      <span>{`To mark by mentor: ${parts.join(', ')}. `}</span>
      <Link to={markingSharesAddress(batch)}>Divide marking</Link>
    </Small>
  );
}
