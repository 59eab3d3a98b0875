import { useState } from 'react';
import { Link } from 'react-router';
import type { MarkingShares } from '#contract/marking/share-calls';
import { staffAddress } from '#contract/marking/staff-view';
import { useSeenAction } from '../../../lib/forms/use-seen-action.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { CardTable } from '../../../ui/card-table.tsx';
import { Checkbox, SelectField } from '../../../ui/field.tsx';
import { countOf, formatNumber } from '../../../ui/format-number.ts';
import { Stack } from '../../../ui/layout.tsx';
import { allStudents, firstScope, mentorName, scopeOfMentor } from './share-fields.ts';
import styles from './shares.module.css';

type Mentor = MarkingShares['mentors'][number];

const nameOf = ({ name, is_you }: Mentor): string => (is_you ? `${name} (you)` : name);

/** As it is now, where somebody has divided meanwhile. */
function NowDivided({ shares: { mentors, unassigned } }: { shares: MarkingShares }) {
  return (
    <ul>
      {mentors.map((mentor) => (
        <li key={mentor.id}>{`${nameOf(mentor)}: ${countOf(mentor.students, 'student')}`}</li>
      ))}
      <li>{`Not assigned: ${countOf(unassigned.students, 'student')}`}</li>
    </ul>
  );
}

/** A division compares with what its page shows; once refused, it shows what is there now. */
export function useDivision(
  shares: MarkingShares,
  {
    formName,
    target,
    hidden,
  }: { formName: string; target?: Record<string, string>; hidden?: Record<string, string> },
) {
  const [newer, setNewer] = useState<MarkingShares | null>(null);
  const form = useSeenAction({
    formName,
    ...(target !== undefined && { target: target }),
    ...(hidden !== undefined && { hidden }),
    seen: { state: shares.state },
    keepsPlace: true,
    onRefused: ({ current }) => setNewer((current as MarkingShares | undefined) ?? null),
  });
  const conflict = form.changed !== null && newer !== null && <NowDivided shares={newer} />;
  return { form, conflict };
}

function TakeOver({
  shares,
  scope,
  to,
  button,
  label,
}: {
  shares: MarkingShares;
  scope: string;
  to: string;
  button: string;
  label: string;
}) {
  const { form, conflict } = useDivision(shares, {
    formName: 'take-over',
    target: { scope },
    hidden: { [mentorName(to)]: 'yes' },
  });
  return <ActionForm form={form} button={button} label={label} small conflict={conflict} />;
}

/** Who has how many students, and how much of it is left to mark. */
export function ShareTable({ shares }: { shares: MarkingShares }) {
  const { batch, mentors, unassigned } = shares;
  const own = mentors.find(({ is_you, can_mark }) => is_you && can_mark);
  const left = (unmarked: number, whose: 'nobody' | `${number}`) =>
    unmarked === 0 ? (
      '0'
    ) : (
      <Link to={staffAddress({ batch, state: 'to-mark', whose })} className={styles['left']}>
        {formatNumber(unmarked)}
      </Link>
    );
  return (
    <CardTable caption="Students of each mentor" columns={['Mentor', 'Students', 'To mark', 'Take over']}>
      {mentors.map((mentor) => (
        <tr key={mentor.id}>
          <th scope="row">{mentor.can_mark ? nameOf(mentor) : `${nameOf(mentor)}, suspended`}</th>
          <td data-label="Students">{formatNumber(mentor.students)}</td>
          <td data-label="To mark">{left(mentor.unmarked, mentor.id as `${number}`)}</td>
          {own !== undefined && own !== mentor && mentor.students > 0 ? (
            <td data-label="Take over">
              <TakeOver
                shares={shares}
                scope={scopeOfMentor(mentor.id)}
                to={own.id}
                button={`Take over ${countOf(mentor.students, 'student')}`}
                label={`Take over ${countOf(mentor.students, 'student')} of ${mentor.name}`}
              />
            </td>
          ) : (
            <td data-wide>–</td>
          )}
        </tr>
      ))}
      <tr>
        <th scope="row">Not assigned</th>
        <td data-label="Students">{formatNumber(unassigned.students)}</td>
        <td data-label="To mark">{left(unassigned.unmarked, 'nobody')}</td>
        {own !== undefined && unassigned.students > 0 ? (
          <td data-label="Take over">
            <TakeOver
              shares={shares}
              scope="unassigned"
              to={own.id}
              button="Assign to me"
              label="Assign students without a mentor to me"
            />
          </td>
        ) : (
          <td data-wide>–</td>
        )}
      </tr>
    </CardTable>
  );
}

/** By number of students: whose, and between whom. */
export function DivideEvenly({ shares }: { shares: MarkingShares }) {
  const { mentors, unassigned } = shares;
  const { form, conflict } = useDivision(shares, { formName: 'divide' });
  const all = allStudents(shares);
  return (
    <ActionForm form={form} button="Divide evenly" variant="primary" narrow conflict={conflict}>
      <SelectField {...form.field('scope')} label="Students" defaultValue={firstScope(shares)}>
        <option value="all">{`All students (${all})`}</option>
        {unassigned.students > 0 && (
          <option value="unassigned">{`Not assigned (${unassigned.students})`}</option>
        )}
        {mentors
          .filter(({ students }) => students > 0)
          .map((mentor) => (
            <option key={mentor.id} value={scopeOfMentor(mentor.id)}>
              {`Students of ${nameOf(mentor)} (${mentor.students})`}
            </option>
          ))}
      </SelectField>
      <Stack as="fieldset" gap={1}>
        <legend>Between these mentors</legend>
        {mentors
          .filter(({ can_mark }) => can_mark)
          .map((mentor) => (
            <Checkbox
              key={mentor.id}
              name={mentorName(mentor.id)}
              value="yes"
              label={nameOf(mentor)}
              defaultChecked
            />
          ))}
      </Stack>
    </ActionForm>
  );
}
