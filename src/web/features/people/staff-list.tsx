import { Link } from 'react-router';
import { personAddress, staffMembersAddress } from '#contract/people/people-view';
import type { StaffMember, StaffPage } from '#contract/people/staff-member-calls';
import { batchesInWords, roleOf } from '#contract/people/statuses';
import { CardTable } from '../../ui/card-table.tsx';
import { ListPages } from '../../ui/filtered-list.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Day } from '../../ui/time.tsx';
import styles from './people.module.css';

/** Why somebody cannot log in; null where they can. */
function hindrance({ suspended, has_password }: StaffMember): string | null {
  if (suspended) return 'Suspended';
  return has_password ? null : 'No password yet';
}

function Row({ member }: { member: StaffMember }) {
  const { s_id, s_name, since, seen_at, has_second_factor, is_own } = member;
  const hinders = hindrance(member);
  return (
    <tr>
      <th scope="row">
        <Link to={personAddress(s_id)}>{s_name}</Link>
        {is_own && <span>{' (you)'}</span>}
        {hinders !== null && <span className={styles['hinders']}>{hinders}</span>}
      </th>
      <td data-wide title={s_id}>
        {s_id}
      </td>
      <td>{roleOf(member)}</td>
      <td data-label="Batches" title={batchesInWords(member)}>
        {batchesInWords(member)}
      </td>
      <td data-label="Since">
        <Day value={since} />
      </td>
      <td data-label="Last seen">{seen_at === null ? 'Never' : <TimeAgo value={seen_at} />}</td>
      <td data-label="Two-step verification">{has_second_factor ? 'Yes' : 'No'}</td>
    </tr>
  );
}

export function StaffList({ staff: { members, next }, after }: { staff: StaffPage; after: string }) {
  return (
    <>
      <CardTable
        caption="Mentors, examiners and administrators, the newest account first"
        columns={['Name', 'Email', 'Role', 'Batches', 'Since', 'Last seen', 'Two-step verification']}
      >
        {members.map((member) => (
          <Row key={member.id} member={member} />
        ))}
      </CardTable>
      <ListPages
        first={after === '' ? null : { label: 'To the newest', to: staffMembersAddress() }}
        next={next === null ? null : { label: 'Older accounts', to: staffMembersAddress({ after: next }) }}
      />
    </>
  );
}
