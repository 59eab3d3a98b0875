import type { FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { studentAddress } from '#contract/progress/batch-view';
import { limits } from '#contract/limits';
import { vivasAddress } from '#contract/vivas/addresses';
import { shownFound } from '#contract/vivas/plan';
import type { PlanView } from '#contract/vivas/plan-calls';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CellNote } from '../../ui/card-table.tsx';
import { TextField } from '../../ui/field.tsx';
import cards from '../../ui/form-cards.module.css';
import { Small, Stack } from '../../ui/layout.tsx';
import { formatTyped } from '../../ui/typed-time.ts';
import styles from './vivas.module.css';

/** Beyond this many students, nobody looks through the lists. */
const few = 20;

type Find = { view: PlanView; find: string };

/** Anybody of the batch, with or without a time. */
export function FindStudent({ view: { batch, day, students }, find }: Find) {
  const navigate = useNavigate();
  if (students <= few && find === '') return null;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget).get('find') ?? '').trim();
    void navigate(vivasAddress(batch, { day, ...(words !== '' && { find: words }) }));
  };
  return (
    <form
      method="get"
      role="search"
      aria-label="Students"
      className={`${cards['line']} ${styles['find']}`}
      onSubmit={send}
    >
      {day !== null && <input type="hidden" name="day" value={day} />}
      <TextField
        label={<span className="visually-hidden">Find a student</span>}
        placeholder="Find a student"
        name="find"
        type="search"
        defaultValue={find}
        maxLength={limits.name}
        autoComplete="off"
      />
      <Button type="submit" variant="secondary">
        Find
      </Button>
      {find !== '' && (
        <ButtonLink variant="quiet" to={vivasAddress(batch, { day })}>
          Clear
        </ButtonLink>
      )}
    </form>
  );
}

export function FoundStudents({ view, find, isOffice }: Find & { isOffice: boolean }) {
  const { batch, day, found } = view;
  if (find === '' && found.length === 0) return null;
  return (
    <Stack gap={3}>
      {find !== '' && found.length === 0 && (
        <p role="status">No student with a project has this name or email.</p>
      )}
      {found.length > 0 && (
        <ul className={styles['unplaced']} aria-label="Students found">
          {found.map(({ student, project, local }) => (
            <li key={student.s_id}>
              <span>
                <Link to={studentAddress(student.s_id)}>{student.s_name}</Link>
                <CellNote>{project}</CellNote>
              </span>
              <span>{local === null ? 'No time' : formatTyped(local)}</span>
              {isOffice && (
                <ButtonLink
                  small
                  variant="secondary"
                  to={vivasAddress(batch, { day: local?.slice(0, 10) ?? day, student: student.s_id })}
                  aria-label={
                    local === null
                      ? `Choose a time for ${student.s_name}`
                      : `Change the time of ${student.s_name}`
                  }
                >
                  {local === null ? 'Choose a time' : 'Change'}
                </ButtonLink>
              )}
            </li>
          ))}
          {found.length === shownFound && (
            <li>
              <Small>{`The first ${shownFound} by name. Type more of the name.`}</Small>
            </li>
          )}
        </ul>
      )}
    </Stack>
  );
}
