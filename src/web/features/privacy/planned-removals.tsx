import { Link } from 'react-router';
import { personAddress } from '#contract/people/people-view';
import { retentionPath } from '#contract/privacy/retention';
import type { PlannedRemoval, Retention } from '#contract/privacy/retention-calls';
import { catalogueBatchAddress } from '#contract/catalogue/catalogue-view';
import { CardTable } from '../../ui/card-table.tsx';
import { countOf } from '../../ui/format-number.ts';
import { Stack } from '../../ui/layout.tsx';
import { Day } from '../../ui/time.tsx';

const mailWords: Record<NonNullable<PlannedRemoval['mail']>, string> = {
  sent: 'Email sent',
  waiting: 'Email not sent yet',
  failed: 'Email failed',
  none: 'No email: not confirmed',
};

function Removal({ removal }: { removal: PlannedRemoval }) {
  const { student, batch, ended_at, person_notified_at, mail, not_before } = removal;
  return (
    <tr>
      <th scope="row">
        <Link to={personAddress(student.s_id)}>{student.s_name}</Link>
      </th>
      <td data-label="Batch">{batch}</td>
      <td data-label="Ended">
        <Day value={ended_at} />
      </td>
      <td data-label="Student notified">
        {person_notified_at === null ? (
          <span>Not yet</span>
        ) : (
          <>
            <Day value={person_notified_at} />
            {mail !== null && <div>{mailWords[mail]}</div>}
          </>
        )}
      </td>
      <td data-label="Not before">
        <Day value={not_before} />
      </td>
    </tr>
  );
}

export function PlannedRemovals({ count, planned, next }: Pick<Retention, 'count' | 'planned' | 'next'>) {
  if (count === 0) return <p>No removals are planned.</p>;
  return (
    <Stack gap={3}>
      <p>{`${countOf(count, 'student')} will be anonymised. To keep somebody’s data, set a hold on their page.`}</p>
      <CardTable
        caption="Planned removals"
        columns={['Student', 'Batch', 'Ended', 'Student notified', 'Not before']}
      >
        {planned.map((of) => (
          <Removal key={of.student.s_id} removal={of} />
        ))}
      </CardTable>
      {next !== null && <Link to={`${retentionPath}?after=${next}`}>Next page</Link>}
    </Stack>
  );
}

export function Holds({ people, batches }: Retention['holds']) {
  if (people.length + batches.length === 0)
    return <p>There are no holds. You set one on the page of a person, or of a batch in the catalogue.</p>;
  return (
    <ul>
      {batches.map(({ batch, reason }) => (
        <li key={batch}>
          <Link to={catalogueBatchAddress(batch)}>{batch}</Link>
          <span>{`: ${reason}`}</span>
        </li>
      ))}
      {people.map(({ student, reason }) => (
        <li key={student.s_id}>
          <Link to={personAddress(student.s_id)}>{student.s_name}</Link>
          <span>{`: ${reason}`}</span>
        </li>
      ))}
    </ul>
  );
}

/** The portal cannot notify them. */
export function SuspendedStudents({ suspended }: Pick<Retention, 'suspended'>) {
  return (
    <>
      <p>
        Their time has passed, but the portal cannot notify suspended students. Anonymise them on their page,
        or reactivate them.
      </p>
      <ul>
        {suspended.map(({ s_id, s_name }) => (
          <li key={s_id}>
            <Link to={personAddress(s_id)}>{s_name}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}
