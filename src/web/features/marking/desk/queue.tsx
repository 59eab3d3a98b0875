import { useEffect, useEffectEvent, useId, useRef, type ChangeEvent } from 'react';
import { Link } from 'react-router';
import { tasks } from '#contract/dates';
import { dayMs, hourMs, minuteMs } from '#contract/durations';
import type { Openers } from '#contract/marking/release-calls';
import {
  staffAddress,
  type DeskState,
  type QueueOrder,
  type StaffView,
  type Whose,
} from '#contract/marking/staff-view';
import { lateness } from '#contract/submissions/lateness';
import { useRequests } from '../../../lib/outbox/use-outbox.ts';
import { useFirstServerNow } from '../../../lib/page/page-time.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { useMore } from '../../../lib/use-more.ts';
import { Button } from '../../../ui/button.tsx';
import { formatNumber } from '../../../ui/format-number.ts';
import { MoreButton } from '../../../ui/more-button.tsx';
import { LiveRegion, useAnnouncement } from '../../../ui/notice.tsx';
import { formatFullInstant } from '../../../ui/time-format.ts';
import { useTypedBeforeHydration } from '../../../ui/use-typed-before-hydration.ts';
import { useZone } from '../../../ui/time.tsx';
import styles from './queue.module.css';
import type { QueueItem } from './read-staff-page.ts';
import { markState } from '../marks.ts';
import { subjects } from '../../../lib/stored-names/offline.ts';

/** A link beside the batch leads to review requests. */
const tabs = [
  ['to-mark', 'To mark'],
  ['held-back', 'Unreleased'],
  ['released', 'Released'],
  ['all', 'All'],
] as const satisfies [DeskState, string][];

/** @param counts only of a view of all tasks; what is not counted shows no number */
export function StateTabs({ view, counts }: { view: StaffView; counts: Partial<Record<DeskState, number>> }) {
  return (
    <nav aria-label="Submissions by status" className={styles['tabs']}>
      {tabs.map(([state, name]) => {
        const count = counts[state];
        return (
          <Link
            key={state}
            to={staffAddress({ ...view, state, open: null })}
            replace
            preventScrollReset
            className={styles['tab']}
            aria-current={state === view.state ? 'page' : undefined}
          >
            <span>{name}</span>
            {count !== undefined && <span className={styles['count']}>{` ${formatNumber(count)}`}</span>}
          </Link>
        );
      })}
    </nav>
  );
}

const orderNames: Record<QueueOrder, string> = {
  waiting: 'Oldest',
  newest: 'Newest',
  fair: 'Random',
};

const whoseNames: Partial<Record<Whose, string>> = {
  mine: 'Assigned to you',
  all: 'All mentors',
  nobody: 'Not assigned',
};

const whoseOptions = ({ whose, hasOwn }: StaffView) =>
  [...new Set<Whose>([...(hasOwn ? ['mine' as const] : []), 'all', 'nobody', whose])].map(
    (one) => [one, whoseNames[one] ?? 'One mentor'] as const,
  );

/** Options are addresses: reload and Back keep the choice. */
function Choice<Value extends string>({
  label,
  name,
  value,
  options,
  onChoose,
}: {
  label: string;
  name: string;
  value: Value;
  options: readonly (readonly [value: Value, label: string])[];
  onChoose: (value: Value) => void;
}) {
  const id = useId();
  const choose = ({ target }: ChangeEvent<HTMLSelectElement>) => {
    const chosen = options.find(([one]) => one === target.value)?.[0];
    // Hydration repeats the event with the restored value.
    if (chosen === undefined || chosen === value) return;
    // During hydration the router does not listen yet.
    queueMicrotask(() => onChoose(chosen));
  };
  useTypedBeforeHydration(id, choose);
  return (
    <select
      id={id}
      aria-label={label}
      name={name}
      value={value}
      className={styles['filter']}
      onChange={choose}
    >
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** A changed order closes the open submission. Works without scripts. */
export function QueueFilters({
  view,
  onSearch,
  onChoose,
}: {
  view: StaffView;
  onSearch: (name: string) => void;
  onChoose: (address: string) => void;
}) {
  const choose = (change: Partial<StaffView>) => onChoose(staffAddress({ ...view, ...change, open: null }));
  return (
    <form
      method="get"
      className={styles['filters']}
      aria-label="Filter submissions"
      onSubmit={(event) => event.preventDefault()}
    >
      {view.batch !== null && <input type="hidden" name="batch" value={view.batch} />}
      <input type="hidden" name="state" value={view.state} />
      <input
        type="search"
        aria-label="Search by name"
        placeholder="Search"
        autoComplete="off"
        data-needs-script=""
        className={styles['filter']}
        onChange={({ target }) => onSearch(target.value)}
      />
      {(view.hasOwn || view.whose !== 'all') && (
        <Choice
          label="Whose students"
          name="whose"
          value={view.whose}
          options={whoseOptions(view)}
          onChoose={(whose) => choose({ whose })}
        />
      )}
      <Choice
        label="Task"
        name="task"
        value={view.task ?? ''}
        options={[['', 'All tasks'], ...tasks.map((task) => [task, taskLabel(task)] as const)]}
        onChoose={(task) => choose({ task: task === '' ? null : task })}
      />
      <Choice
        label="Order"
        name="order"
        value={view.order}
        options={(['waiting', 'newest', 'fair'] as const).map((order) => [order, orderNames[order]])}
        onChoose={(order) => choose({ order })}
      />
      <noscript>
        <Button type="submit" variant="secondary" small>
          Show
        </Button>
      </noscript>
    </form>
  );
}

function shortAge(ms: number): string {
  if (ms >= dayMs) return `${formatNumber(Math.floor(ms / dayMs))} d`;
  if (ms >= hourMs) return `${Math.floor(ms / hourMs)} h`;
  return `${Math.max(0, Math.floor(ms / minuteMs))} min`;
}

function Age({ row }: { row: QueueItem }) {
  const now = useFirstServerNow(0);
  const ms = Date.parse(row.submitted_at);
  return (
    <span className={styles['age']}>
      <time dateTime={row.submitted_at} title={formatFullInstant(ms, useZone())}>
        {shortAge(now - ms)}
      </time>
      {lateness(row) === 'late' && (
        <span className={styles['late']} title="Late">
          <span className="visually-hidden"> Late</span>
        </span>
      )}
    </span>
  );
}

/** Empty before there are marks. */
function ItemMark({ row }: { row: QueueItem }) {
  const isWaiting = useRequests(subjects.mark(row.number)).length > 0;
  const state = isWaiting ? 'Not sent yet' : markState(row);
  if (state === 'To mark') return null;
  return (
    <span className={styles['mark']} data-state={state} title={state}>
      {!isWaiting && <span>{formatNumber(row.marks ?? 0)}</span>}
      <span className={isWaiting ? undefined : 'visually-hidden'}>{` ${state}`}</span>
    </span>
  );
}

/** @param openers colleagues who have it open */
function Item({
  view,
  row,
  isOpen,
  openers,
}: {
  view: StaffView;
  row: QueueItem;
  isOpen: boolean;
  openers: string;
}) {
  return (
    <li>
      <Link
        to={staffAddress({ ...view, open: row.number })}
        className={styles['item']}
        aria-current={isOpen ? 'true' : undefined}
        preventScrollReset
      >
        <span className={styles['name']}>
          <span>{row.student.s_name}</span>
          {view.whose !== 'mine' && row.assigned !== undefined && (
            <span className={styles['mentor']}>
              <span className="visually-hidden">, assigned to</span>
              <span>{` ${row.assigned.is_you ? 'you' : row.assigned.name}`}</span>
            </span>
          )}
        </span>
        <ItemMark row={row} />
        <span className={styles['task']}>
          <span>{row.task === 'final' ? 'Final' : taskLabel(row.task)}</span>
          {row.version > 1 && (
            <abbr title={`Version ${row.version}`} className={styles['version']}>
              {` v${row.version}`}
            </abbr>
          )}
          {openers !== '' && (
            <span className={styles['opened']} title={`Open: ${openers}`}>{` Open: ${openers}`}</span>
          )}
        </span>
        <Age row={row} />
      </Link>
    </li>
  );
}

export function Queue({
  view,
  rows,
  search,
  open,
  elsewhere = [],
  hasOlder,
  showOlder,
}: {
  view: StaffView;
  rows: readonly QueueItem[];
  /** Part of a name; loads all pages to find it. */
  search: string;
  open: string | null;
  /** What colleagues have open. */
  elsewhere: Openers['in_batch'];
  hasOlder: boolean;
  /** @returns the submissions added */
  showOlder: () => Promise<readonly QueueItem[]>;
}) {
  const [announcement, announce] = useAnnouncement();
  const list = useRef<HTMLOListElement>(null);
  const sought = search.trim().toLowerCase();
  const found = rows.filter((row) => row.student.s_name.toLowerCase().includes(sought));
  const keepInSight = useEffectEvent((number: string | null) => {
    const box = list.current;
    const at = found.findIndex((row) => row.number === number);
    const item = box?.querySelectorAll<HTMLElement>('a')[at];
    if (item === undefined || box === null) return;
    const above = item.offsetTop - box.scrollTop;
    const below = above + item.offsetHeight - box.clientHeight;
    if (above < 0) box.scrollTop += above;
    else if (below > 0) box.scrollTop += below;
  });
  // The list only, not the page.
  useEffect(() => keepInSight(open), [open]);
  async function loadOlder(): Promise<void> {
    const { length } = await showOlder();
    announce(length === 1 ? 'One more submission is shown.' : `${length} more submissions are shown.`);
  }
  const more = useMore(hasOlder, loadOlder);
  const { isBusy, error } = more;
  const loadNext = useEffectEvent(() => void more.show());
  const isSearching = sought !== '' && hasOlder && error === null;
  useEffect(() => {
    if (isSearching && !isBusy) loadNext();
  }, [isSearching, isBusy]);
  if (rows.length === 0) return null;
  return (
    <>
      <LiveRegion announcement={announcement} />
      <ol ref={list} className={styles['queue']} aria-label="Submissions">
        {found.map((row) => (
          <Item
            key={row.number}
            view={view}
            row={row}
            isOpen={row.number === open}
            openers={elsewhere
              .filter(({ s_id, task }) => s_id === row.student.s_id && task === row.task)
              .map(({ name }) => name)
              .join(', ')}
          />
        ))}
        {found.length === 0 && !isSearching && <li className={styles['none']}>Nobody has this name.</li>}
        <li hidden={!hasOlder}>
          <MoreButton more={more} small>
            Show more submissions
          </MoreButton>
        </li>
      </ol>
    </>
  );
}
