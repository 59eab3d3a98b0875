import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { clockOfLocal } from '#contract/clock-words';
import { studentAddress } from '#contract/progress/batch-view';
import { vivasAddress } from '#contract/vivas/addresses';
import { concernWords, misfitWords, planLimits, type PlanOrder } from '#contract/vivas/plan';
import type { PlannedViva, PlanView } from '#contract/vivas/plan-calls';
import { loadPart } from '../../lib/calls/load-part.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { CardTable, CellNote } from '../../ui/card-table.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import cards from '../../ui/form-cards.module.css';
import { countOf } from '../../ui/format-number.ts';
import { Row, Small } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { formatTyped } from '../../ui/typed-time.ts';
import board from './board/board.module.css';
import styles from './vivas.module.css';

const orderWords: Record<PlanOrder, string> = {
  name: 'By name',
  project: 'By project',
  draw: 'By a draw',
};

/** One press gives everybody a time. */
export function PlanAll({ view }: { view: PlanView }) {
  const form = useActionForm({ formName: 'fill' });
  const [order, setOrder] = useState<string>('name');
  return (
    <ActionForm
      form={form}
      button={`Give ${countOf(view.unplaced_count, 'student')} a time`}
      variant="primary"
      label="Plan all"
    >
      <div className={cards['line']}>
        <SelectField
          label="Order"
          name="order"
          value={order}
          error={form.errorAt('order')}
          onChange={({ target }) => setOrder(target.value)}
        >
          {Object.entries(orderWords).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
        {order === 'draw' && (
          <TextField
            label="Seed"
            name="seed"
            maxLength={planLimits.seed}
            error={form.errorAt('seed')}
            hint="A word or a number that everybody may know: the draw can be repeated with it."
          />
        )}
      </div>
    </ActionForm>
  );
}

function VivaRow({ viva, batch, isOffice }: { viva: PlannedViva; batch: string; isOffice: boolean }) {
  const { student, concerns } = viva;
  const day = viva.local.slice(0, 'YYYY-MM-DD'.length);
  return (
    <tr>
      <th scope="row" className={styles['time']}>
        <span>{clockOfLocal(viva.local)}</span>
        <CellNote>{`${viva.minutes} min`}</CellNote>
      </th>
      <td data-label="Student">
        <Link to={studentAddress(student.s_id)}>{student.s_name}</Link>
        <CellNote>{viva.project}</CellNote>
        {viva.repeat === true && <CellNote>Repeat</CellNote>}
      </td>
      <td data-label="Room">{viva.room}</td>
      <td data-label="Examiners">
        <span>{viva.examiners.map(({ name }) => name).join(', ')}</span>
        {concerns.map((concern) => (
          <CellNote key={concern} isSentence>
            <span className={styles['concern']}>{concernWords[concern]}</span>
          </CellNote>
        ))}
      </td>
      {isOffice && (
        <td>
          <ButtonLink
            small
            variant="secondary"
            to={vivasAddress(batch, { day, student: student.s_id })}
            aria-label={`Change the time of ${student.s_name}`}
          >
            Change
          </ButtonLink>
        </td>
      )}
    </tr>
  );
}

function DayTable({ view: { batch, day, vivas }, isOffice }: { view: PlanView; isOffice: boolean }) {
  return (
    <CardTable
      caption={day === null ? 'Vivas' : `Vivas on ${formatTyped(day)}`}
      columns={['Time', 'Student', 'Room', 'Examiners', ...(isOffice ? ['Change'] : [])]}
      className={styles['plan']}
    >
      {vivas.map((viva) => (
        <VivaRow key={viva.student.s_id} viva={viva} batch={batch} isOffice={isOffice} />
      ))}
    </CardTable>
  );
}

/** Loaded where it is shown. */
const Board = lazy(async () => ({
  default: (await loadPart(() => import('./board/board.tsx'))).Board,
}));

type Shown = { view: PlanView; isOffice: boolean; isBoard: boolean };

/** The days of the plan, and how one is shown. */
export function DayChoice({ view: { batch, day, days }, isOffice, isBoard }: Shown) {
  if (days.length === 0) return null;
  return (
    <Row gap={2}>
      <Row as="nav" gap={2} aria-label="Day">
        {days.map((one) => (
          <ButtonLink
            key={one.day}
            small
            replace
            variant="choice"
            to={vivasAddress(batch, { day: one.day, isBoard })}
            aria-current={one.day === day ? 'page' : undefined}
          >
            {`${formatTyped(one.day)} (${one.vivas})`}
          </ButtonLink>
        ))}
      </Row>
      {isOffice && day !== null && (
        <ButtonLink
          small
          replace
          variant="quiet"
          className={board['switch']}
          to={vivasAddress(batch, { day, isBoard: !isBoard })}
        >
          {isBoard ? 'Show as a list' : 'Move on a board'}
        </ButtonLink>
      )}
    </Row>
  );
}

/** As a list, or for the office by room, where vivas are moved. */
export function DayPlan({ view, isOffice, isBoard }: Shown) {
  const { day, days } = view;
  if (days.length === 0) return null;
  const isMoved = isBoard && isOffice && day !== null;
  return (
    <>
      {isMoved && (
        <Suspense fallback={<Skeleton height="24rem" />}>
          <Board key={day} view={{ ...view, day }} />
        </Suspense>
      )}
      <div className={isMoved ? board['list'] : undefined}>
        <DayTable view={view} isOffice={isOffice} />
      </div>
    </>
  );
}

/** Who has no time, and why. */
export function Unplaced({ view, isOffice }: { view: PlanView; isOffice: boolean }) {
  const { batch, unplaced, unplaced_count: count, day } = view;
  if (count === 0) return null;
  return (
    <ul className={styles['unplaced']} aria-label="Students without a time">
      {unplaced.map(({ student, project, why, repeat }) => (
        <li key={student.s_id}>
          <span>
            <span>{student.s_name}</span>
            <CellNote>{project}</CellNote>
            {repeat === true && (
              <CellNote isSentence>Repeat: absent with a reason at the first viva</CellNote>
            )}
          </span>
          {why !== null && <span className={styles['concern']}>{misfitWords[why]}</span>}
          {isOffice && (
            <ButtonLink
              small
              variant="secondary"
              to={vivasAddress(batch, { day, student: student.s_id })}
              aria-label={`Choose a time for ${student.s_name}`}
            >
              Choose a time
            </ButtonLink>
          )}
        </li>
      ))}
      {count > unplaced.length && (
        <li>
          <Small>{`And ${count - unplaced.length} more.`}</Small>
        </li>
      )}
    </ul>
  );
}
