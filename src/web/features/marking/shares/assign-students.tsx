import { useState } from 'react';
import { limits } from '#contract/limits';
import type { MarkingShares, SharedStudent } from '#contract/marking/share-calls';
import { ActionForm } from '../../../ui/action-form.tsx';
import { CardTable } from '../../../ui/card-table.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { countOf } from '../../../ui/format-number.ts';
import { Small } from '../../../ui/layout.tsx';
import styles from '../release/release.module.css';
import { useDivision } from './marking-shares.tsx';
import { studentName } from './share-fields.ts';
import own from './shares.module.css';

/** By list: the selected students go to one mentor, or to nobody. */
export function AssignStudents({
  shares,
  students,
}: {
  shares: MarkingShares;
  students: readonly SharedStudent[];
}) {
  const { mentors } = shares;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { form, conflict } = useDivision(shares, { formName: 'assign', hidden: { scope: 'students' } });
  const names = new Map(mentors.map(({ id, name, is_you }) => [id, is_you ? 'You' : name]));
  const active = mentors.filter(({ can_mark }) => can_mark);
  const first = (active.find(({ is_you }) => is_you) ?? active[0])?.id;
  const count = students.filter(({ student }) => chosen.has(student.s_id)).length;
  return (
    <ActionForm
      form={form}
      button={`Assign ${countOf(count, 'student')}`}
      conflict={conflict}
      buttons={count > 0 ? 'bottom-bar' : undefined}
    >
      <div className={own['short']}>
        <SelectField {...form.field('target')} label="Assign to" defaultValue={first}>
          {active.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="">Nobody</option>
        </SelectField>
      </div>
      <CardTable caption="Students and who marks them" columns={['Student', 'Email', 'Assigned to']}>
        {students.map(({ student: { s_id, s_name }, mentor }) => (
          <tr key={s_id}>
            <th scope="row" aria-label={s_name}>
              <label className={styles['choice']}>
                <input
                  type="checkbox"
                  name={studentName(s_id)}
                  value="yes"
                  checked={chosen.has(s_id)}
                  onChange={({ target }) => {
                    const next = new Set(chosen);
                    if (target.checked) next.add(s_id);
                    else next.delete(s_id);
                    setChosen(next);
                  }}
                />
                <span>{s_name}</span>
              </label>
            </th>
            <td data-label="Email">{s_id}</td>
            <td data-label="Assigned to">{mentor === null ? 'Nobody' : (names.get(mentor) ?? 'Nobody')}</td>
          </tr>
        ))}
      </CardTable>
      {students.length === limits.sharedStudents && (
        <Small>{`These are the ${limits.sharedStudents} students who joined first. Divide the others evenly.`}</Small>
      )}
    </ActionForm>
  );
}
