import { Link } from 'react-router';
import { hourMs } from '#contract/durations';
import { vivaAddress } from '#contract/examiners/addresses';
import type { CurrentUser } from '#contract/accounts/calls';
import { homeLinkOf } from '#contract/home-links';
import { homeOf } from '#contract/screens';
import type { OwnViva } from '#contract/examiners/viva-calls';
import { useFirstServerNow } from '../../lib/page/page-time.ts';
import { CardTable, CellNote } from '../../ui/card-table.tsx';
import { Stack } from '../../ui/layout.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';

/** A viva of today that runs late stays above. */
const earlierMs = 12 * hourMs;

/** In order of time, those of today and later first. */
export function VivaList({ user, vivas }: { user: CurrentUser; vivas: readonly OwnViva[] }) {
  const now = useFirstServerNow(0);
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
  const isEarlier = ({ starts_at }: OwnViva) => Date.parse(starts_at) < now - earlierMs;
  const next = vivas.filter((viva) => !isEarlier(viva));
  const earlier = vivas.filter(isEarlier);
  return (
    <>
      {next.length > 0 && <Vivas caption="Vivas, by time" vivas={next} />}
      {earlier.length > 0 && (
        <Stack as="section" gap={3} aria-labelledby="earlier-vivas">
          <h2 id="earlier-vivas">Earlier vivas</h2>
          <Vivas caption="Earlier vivas, by time" vivas={earlier} />
        </Stack>
      )}
    </>
  );
}

function Vivas({ caption, vivas }: { caption: string; vivas: readonly OwnViva[] }) {
  return (
    <CardTable caption={caption} columns={['Student', 'Time', 'Minutes', 'Room', 'Panel']}>
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
