import { vivaListsAddress, vivasAddress } from '#contract/vivas/addresses';
import type { PlannedViva, PlanView } from '#contract/vivas/plan-calls';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { countOf } from '../../ui/format-number.ts';
import { Row, Small, Stack } from '../../ui/layout.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { formatShortInstant, zoneName } from '../../ui/time-format.ts';
import { useZone } from '../../ui/time.tsx';
import { formatTyped } from '../../ui/typed-time.ts';
import styles from './viva-lists.module.css';

export type ListedBy = 'room' | 'examiner';

/** In the order of the plan: a list for each room, or for each examiner. */
export function listsOf(
  vivas: readonly PlannedViva[],
  by: ListedBy,
): { name: string; vivas: PlannedViva[] }[] {
  const lists = new Map<string, { name: string; vivas: PlannedViva[] }>();
  for (const viva of vivas) {
    const keys =
      by === 'room'
        ? [{ key: viva.room, name: viva.room }]
        : viva.examiners.map(({ email, name }) => ({ key: email, name }));
    for (const { key, name } of keys) {
      const list = lists.get(key) ?? { name, vivas: [] };
      list.vivas.push(viva);
      lists.set(key, list);
    }
  }
  return [...lists.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

/** `10:20 am`, as students are told. */
function useClock(): (instant: string) => string {
  const zone = useZone();
  return (instant) => formatShortInstant(Date.parse(instant), 0, zone).split(', ').at(-1) ?? '';
}

const others = (viva: PlannedViva, name: string): string =>
  viva.examiners
    .filter((examiner) => examiner.name !== name)
    .map((examiner) => examiner.name)
    .join(', ');

function List({ name, vivas, by, head }: { name: string; vivas: PlannedViva[]; by: ListedBy; head: string }) {
  const clockOf = useClock();
  const hasOthers = by === 'examiner' && vivas.some((viva) => others(viva, name) !== '');
  const columns =
    by === 'room'
      ? ['Time', 'Student', 'Examiners']
      : ['Time', 'Student', 'Project', 'Room', ...(hasOthers ? ['With'] : [])];
  return (
    <section className={styles['list']}>
      <h2>{name}</h2>
      <p className={styles['head']}>{head}</p>
      <table className={styles['table']}>
        <caption className="visually-hidden">{`Vivas of ${name}`}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {vivas.map((viva) => (
            <tr key={viva.student.s_id}>
              <th scope="row">
                <span>{clockOf(viva.starts_at)}</span> <small>{`${viva.minutes} min`}</small>
              </th>
              <td>{viva.student.s_name}</td>
              {by === 'room' ? (
                <td>{others(viva, '')}</td>
              ) : (
                <>
                  <td>{viva.project}</td>
                  <td>
                    <span>{viva.room}</span>
                    {viva.link !== null && <small className={styles['link']}>{viva.link}</small>}
                  </td>
                  {hasOthers && <td>{others(viva, name)}</td>}
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** For the door and for the examiner: who comes when. Marks are not on it. */
export function VivaLists({ view, by }: { view: PlanView; by: ListedBy }) {
  const { batch, day, days, vivas, untold } = view;
  const zone = useZone();
  const [first] = vivas;
  if (day === null || first === undefined)
    return (
      <EmptyState
        title="No times on this day"
        action={
          <ButtonLink variant="secondary" to={vivasAddress(batch)}>
            Open the plan
          </ButtonLink>
        }
      >
        <p>Lists are made of the planned times.</p>
      </EmptyState>
    );
  const at = Date.parse(first.starts_at);
  const [weekday] = formatShortInstant(at, at, zone).split(' ');
  const head = `Vivas of ${batch}, ${weekday} ${formatTyped(day)}, times in ${zone.name} (${zoneName(at, zone)})`;
  const changes = untold.first + untold.moved + untold.cancelled;
  return (
    <Stack gap={3}>
      <Row gap={2} className={styles['choices']}>
        {(['room', 'examiner'] as const).map((one) => (
          <ButtonLink
            key={one}
            small
            replace
            variant="choice"
            aria-current={one === by ? 'page' : undefined}
            to={vivaListsAddress(batch, day, one)}
          >
            {one === 'room' ? 'By room' : 'By examiner'}
          </ButtonLink>
        ))}
        {days.length > 1 &&
          days.map((one) => (
            <ButtonLink
              key={one.day}
              small
              replace
              variant="choice"
              aria-current={one.day === day ? 'page' : undefined}
              to={vivaListsAddress(batch, one.day, by)}
            >
              {formatTyped(one.day)}
            </ButtonLink>
          ))}
        <Button small data-needs-script onClick={() => window.print()}>
          Print
        </Button>
      </Row>
      {changes > 0 && (
        <Small>{`${countOf(changes, 'student has', 'students have')} not been told the latest plan, which these lists show.`}</Small>
      )}
      {listsOf(vivas, by).map((list) => (
        <List key={list.name} {...list} by={by} head={head} />
      ))}
    </Stack>
  );
}
