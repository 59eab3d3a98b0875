import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import type { People } from '#contract/people/calls';
import { importPath, isLive } from '#contract/people/import-fields';
import { isAccountTick, listedPeople, sortPeople, tickOf } from '#contract/people/listed-people';
import {
  isExpectedStage,
  peopleAddress,
  peopleQuery,
  type PeopleSort,
  type PeopleView,
} from '#contract/people/people-view';
import { focusInPlace } from '../../lib/focus.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CardTable, type Column } from '../../ui/card-table.tsx';
import { ListPages } from '../../ui/filtered-list.tsx';
import { Small } from '../../ui/layout.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { InvitePeople } from './invitations/invite-people.tsx';
import { BulkActions } from './bulk-actions.tsx';
import styles from './people.module.css';
import { PersonRow } from './person-row.tsx';
import { clearTicks, useTicks } from './use-ticks.ts';

/** A second click on a column reverses the order. */
function columnsOf(view: PeopleView, hasPhones: boolean): Column[] {
  const column = (label: string, sort: PeopleSort): Column => ({
    label,
    to: peopleAddress({
      ...view,
      after: '',
      sort: view.sort === sort ? (`-${sort}` as PeopleSort) : sort,
    }),
    sorted: view.sort === sort ? 'ascending' : view.sort === `-${sort}` ? 'descending' : undefined,
  });
  return [
    column('Name', 'name'),
    column('Email', 'email'),
    ...(hasPhones ? [{ label: 'Phone' }] : []),
    column('Batch', 'batch'),
    column('Status', 'status'),
    column('Signed up', 'signed-up'),
    column('Last seen', 'seen'),
  ];
}

/** @param sorted absent from an earlier server, which sorts nothing */
function captionOf(columns: readonly Column[], sorted: People['sorted']): string {
  const column = columns.find((one) => one.sorted !== undefined);
  if (column === undefined) return 'People, the newest first';
  const by = `sorted by ${column.label.toLowerCase()}${column.sorted === 'descending' ? ', descending' : ''}`;
  return sorted === 'all' ? `People, ${by}` : `People of this page, ${by}`;
}

function Nobody({ view: { q, stage, batch } }: { view: PeopleView }): ReactNode {
  const isWaiting = q === '' && isExpectedStage(stage);
  return (
    <EmptyState
      title={q === '' ? 'No people here' : 'No one found'}
      action={
        <ButtonLink variant="secondary" to={isWaiting ? importPath : peopleAddress()}>
          {isWaiting ? 'Import people' : 'Show everybody'}
        </ButtonLink>
      }
    >
      <p>
        {q === ''
          ? `No one has this status${batch === '' ? '' : ' in this batch'}.`
          : 'Search by the start of a name, email or phone number, or by a phone’s last four digits.'}
      </p>
    </EmptyState>
  );
}

/** A bulk action leads to its preview, at an address that names the action and the selected people. */
export function PeopleList({
  account,
  view,
  people,
  isDone,
  onAct,
}: {
  /** Whose ticks this device has. */
  account: string;
  view: PeopleView;
  people: People;
  /** Just after a bulk action: nobody is ticked any more. */
  isDone: boolean;
  /** Opens the preview of a bulk action. */
  onAct: (address: string) => void;
}) {
  const { next, places, choices } = people;
  const { ticks, tick, clear } = useTicks(account);
  useEffect(() => {
    if (isDone) clearTicks(account);
  }, [isDone, account]);
  const listed = listedPeople(people);
  const onThisPage = listed.map(tickOf);
  const accounts = [...ticks].filter(isAccountTick);
  const emails = [...ticks].filter((one) => !isAccountTick(one));
  const tickedWithLiveInvitation = listed.flatMap((one) =>
    'expected' in one && ticks.has(one.expected.s_id) && isLive(one.expected.invitation)
      ? [one.expected]
      : [],
  );
  const isWhole = people.sorted === 'all';
  const hasPhones = listed.some((one) => ('person' in one ? one.person : one.expected).phone !== null);
  const form = useRef<HTMLFormElement>(null);
  // The bar goes with the selection: a keyboard would begin at the top again.
  const clearByButton = () => {
    clear();
    focusInPlace(form.current?.querySelector<HTMLElement>('tbody input') ?? null);
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const fields = [...new FormData(event.currentTarget, submitter)].flatMap(([name, value]) =>
      name === 'id' ? [] : [[name, String(value)]],
    );
    const ids = accounts.map((id) => ['id', id]);
    if (ids.length > 0) onAct(`${peopleAddress()}?${new URLSearchParams([...fields, ...ids])}`);
  };
  const columns = columnsOf(view, hasPhones);
  const inviting = (
    <InvitePeople
      view={view}
      people={people}
      ticked={emails}
      live={tickedWithLiveInvitation}
      isAll={ticks.size === 0}
      onDone={clear}
    />
  );
  if (listed.length === 0)
    return (
      <>
        {inviting}
        <Nobody view={view} />
      </>
    );
  return (
    <>
      {inviting}
      <form ref={form} method="get" action={peopleAddress()} onSubmit={submit}>
        {Object.entries(peopleQuery(view)).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {view.sort !== null && !isWhole && (
          <Small>
            Only this page is sorted: there are too many people. Choose a batch or a status to sort all.
          </Small>
        )}
        <CardTable caption={captionOf(columns, people.sorted)} columns={columns} className={styles['people']}>
          {sortPeople(listed, view.sort, (one) => one).map((one) => (
            <PersonRow
              key={tickOf(one)}
              listed={one}
              hasPhones={hasPhones}
              isChosen={ticks.has(tickOf(one))}
              onChoose={(isChosen) => tick([tickOf(one)], isChosen)}
            />
          ))}
        </CardTable>
        <BulkActions
          key={view.batch}
          selection={{
            count: ticks.size,
            elsewhere: [...ticks].filter((one) => !onThisPage.includes(one)).length,
            isWhole: onThisPage.every((one) => ticks.has(one)),
            onChooseAll: (all) => tick(onThisPage, all),
            onClear: clearByButton,
          }}
          places={places}
          batch={view.batch}
          choices={choices}
          accounts={accounts.length}
        />
      </form>
      <ListPages
        first={
          view.after === ''
            ? null
            : { label: isWhole ? 'To the first' : 'To the newest', to: peopleAddress({ ...view, after: '' }) }
        }
        next={
          next === null
            ? null
            : { label: isWhole ? 'Next page' : 'Older ones', to: peopleAddress({ ...view, after: next }) }
        }
      />
    </>
  );
}
