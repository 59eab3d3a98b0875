import { Link } from 'react-router';
import type { UnconfirmedNames as Unconfirmed } from '#contract/certificates/name-calls';
import { officeNameAddress } from '#contract/certificates/paths';
import { studentAddress } from '#contract/progress/batch-view';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Small, Stack } from '../../ui/layout.tsx';

const ofStudents = (count: number) => (count === 1 ? '1 student' : `${count} students`);

/** Who has not confirmed the name for the certificate. @param act of the screen's action, for the reminder */
export function UnconfirmedNames({
  names: { students, unconfirmed, list },
  isOffice,
  formName,
}: {
  names: Unconfirmed;
  isOffice: boolean;
  formName: string;
}) {
  const form = useActionForm({ formName });
  if (students === 0) return <p>This batch has no students yet.</p>;
  if (unconfirmed === 0) return <p>Everybody has confirmed the name for the certificate.</p>;
  const more = unconfirmed - list.length;
  return (
    <Stack gap={3}>
      <p>{`Not confirmed: ${unconfirmed} of ${ofStudents(students)}.`}</p>
      {list.some(({ by_guardian }) => !by_guardian) && (
        <ActionForm
          form={form}
          button="Send a reminder"
          small
          further={<Small>With the daily email, at most once a day.</Small>}
        />
      )}
      <ul>
        {list.map(({ s_id, s_name, by_guardian }) => (
          <li key={s_id}>
            <Link to={isOffice ? officeNameAddress(s_id) : studentAddress(s_id)}>{s_name}</Link>
            {by_guardian && <span>: under 18, the office confirms with the guardian</span>}
          </li>
        ))}
      </ul>
      {more > 0 && <Small>{`And ${ofStudents(more)} more.`}</Small>}
    </Stack>
  );
}
