import { Link } from 'react-router';
import { vivaAddress } from '#contract/examiners/addresses';
import type { CurrentUser } from '#contract/accounts/calls';
import { homeLinkOf } from '#contract/home-links';
import { homeOf } from '#contract/screens';
import type { OwnViva } from '#contract/examiners/viva-calls';
import { CardTable, CellNote } from '../../ui/card-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';

/** In order of time. */
export function VivaList({ user, vivas }: { user: CurrentUser; vivas: readonly OwnViva[] }) {
  if (vivas.length === 0)
    return (
      <EmptyState title="No vivas">
        <p>The office decides who examines. You see a student’s work until the result is released.</p>
        {user.examiner !== true && (
          <p>
            <Link to={homeOf(user)}>{homeLinkOf(user)}</Link>
          </p>
        )}
      </EmptyState>
    );
  return (
    <CardTable caption="Vivas, by time" columns={['Student', 'Time', 'Minutes', 'Room', 'Panel']}>
      {vivas.map(({ student, project, batch, starts_at, minutes, room, link, panel }) => (
        <tr key={student.s_id}>
          <th scope="row">
            <Link to={vivaAddress(student.s_id)}>{student.s_name}</Link>
            <CellNote>{project ?? batch}</CellNote>
          </th>
          <td data-label="Time">
            <Time value={starts_at} />
          </td>
          <td data-label="Minutes">{minutes}</td>
          <td data-label="Room">
            {link === null ? (
              room
            ) : (
              <a href={link} target="_blank" rel="noreferrer">
                {room}
              </a>
            )}
          </td>
          <td data-label="Panel">{panel.join(', ')}</td>
        </tr>
      ))}
    </CardTable>
  );
}
