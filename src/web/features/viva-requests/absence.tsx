import type { SyntheticEvent } from 'react';
import { Link, useNavigate, useRevalidator } from 'react-router';
import { studentAddress } from '#contract/progress/batch-view';
import { clockOfLocal } from '#contract/clock-words';
import type { Absence } from '#contract/viva-requests/absence-calls';
import type { BodyOf } from '../../lib/calls/client.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Button } from '../../ui/button.tsx';
import { CardTable, CellNote } from '../../ui/card-table.tsx';
import { SelectField } from '../../ui/field.tsx';
import cards from '../../ui/form-cards.module.css';
import { countOf } from '../../ui/format-number.ts';
import { Small, Stack } from '../../ui/layout.tsx';
import { formatTyped } from '../../ui/typed-time.ts';

/** Shows who is free and who would move; the address holds the choice. */
export function ChooseAbsence({ absence: { examiners, days, examiner, day } }: { absence: Absence }) {
  const navigate = useNavigate();
  const show = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
    void navigate(`?${new URLSearchParams(chosen).toString()}`, { replace: true });
  };
  return (
    <form method="get" onSubmit={show}>
      <Stack gap={3}>
        <div className={cards['line']}>
          <SelectField label="Examiner" name="examiner" defaultValue={examiner?.email} required>
            {examiners.map(({ email, name }) => (
              <option key={email} value={email}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField label="Day" name="day" defaultValue={day ?? undefined} required>
            {days.map((one) => (
              <option key={one} value={one}>
                {formatTyped(one)}
              </option>
            ))}
          </SelectField>
        </div>
        <div>
          <Button type="submit" variant={examiner === null ? 'primary' : 'secondary'}>
            Show affected students
          </Button>
        </div>
      </Stack>
    </form>
  );
}

const shownMoves = ({ moves }: Absence) =>
  moves.map(({ student, to, room, examiners }) => ({
    s_id: student.s_id,
    to,
    room,
    examiners: examiners.map(({ email }) => email),
  }));

/** What the page has shown. */
export const readAbsenceForm = (fields: Fields): BodyOf<'replaceExaminer'> => ({
  examiner: fields['examiner'] ?? '',
  day: fields['day'] ?? '',
  moves: JSON.parse(fields['moves'] ?? '[]') as BodyOf<'replaceExaminer'>['moves'],
});

const names = (people: Absence['free']): string => people.map(({ name }) => name).join(', ');

function placeWords({ from, to }: Absence['moves'][number]): string {
  if (from === to) return 'Same time';
  return from.slice(0, 10) === to.slice(0, 10) ? clockOfLocal(to) : formatTyped(to);
}

function StoreForm({ absence, examiner, day }: { absence: Absence; examiner: string; day: string }) {
  const { revalidate } = useRevalidator();
  const count = absence.moves.filter(({ way }) => way !== 'none').length;
  const form = useActionForm({
    formName: 'replace-examiner',
    // The next click stores what is shown then.
    onRefused: () => void revalidate(),
    hidden: { examiner, day, moves: JSON.stringify(shownMoves(absence)) },
  });
  return (
    <ActionForm
      form={form}
      button={count === 0 ? 'Note the absence' : `Change ${countOf(count, 'viva', 'vivas')}`}
      variant="primary"
    />
  );
}

export function AbsencePreview({ absence }: { absence: Absence }) {
  const { examiner, day, free, moves } = absence;
  if (examiner === null || day === null) return null;
  if (moves.length === 0) return <p>{`${examiner.name} has no vivas on this day from now on.`}</p>;
  const left = moves.filter(({ way }) => way === 'none').length;
  return (
    <Stack gap={3}>
      <p>
        {free.length === 0
          ? 'No other examiner is free for all of these vivas.'
          : `Free for all of these vivas: ${names(free)}.`}
      </p>
      <CardTable
        caption={`Vivas of ${examiner.name} on ${formatTyped(day)}`}
        columns={['Time', 'Student', 'Change', 'Room', 'Examiners']}
      >
        {moves.map((move) => (
          <tr key={move.student.s_id}>
            <th scope="row">{clockOfLocal(move.from)}</th>
            <td data-label="Student">
              <Link to={studentAddress(move.student.s_id)}>{move.student.s_name}</Link>
            </td>
            <td data-label="Change">
              <span>{move.why === null ? placeWords(move) : 'No place'}</span>
              {move.why !== null && <CellNote isSentence>{move.why}</CellNote>}
            </td>
            <td data-label="Room">{move.room}</td>
            <td data-label="Examiners">{names(move.examiners)}</td>
          </tr>
        ))}
      </CardTable>
      <StoreForm absence={absence} examiner={examiner.email} day={day} />
      <Small>
        {`Nobody is told yet: the plan shows what changed, and you tell students and examiners there.${left === 0 ? '' : ` ${countOf(left, 'viva stays', 'vivas stay')} as planned, because there is no place.`}`}
      </Small>
    </Stack>
  );
}
