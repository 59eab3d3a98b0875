import { useEffect, type FormEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { ExpectedPerson, ListedPerson, People } from '#contract/people/calls';
import { importPath, isLive } from '#contract/people/import-fields';
import {
  isAccountTick,
  listedPeople,
  nameOf,
  sortPeople,
  statusOf,
  tickOf,
  type Listed,
} from '#contract/people/listed-people';
import {
  importedAddress,
  isExpectedStage,
  peopleAddress,
  peopleQuery,
  personAddress,
  type PeopleSort,
  type PeopleView,
} from '#contract/people/people-view';
import { batchesInWords } from '#contract/people/statuses';
import { ButtonLink } from '../../ui/button.tsx';
import { CardTable, CellNote, type Column } from '../../ui/card-table.tsx';
import { ListPages } from '../../ui/filtered-list.tsx';
import { Small } from '../../ui/layout.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { WhatsAppLink } from '../../ui/whatsapp-link.tsx';
import { InvitePeople } from './invitations/invite-people.tsx';
import { BulkActions } from './people-reach.tsx';
import styles from './people.module.css';
import { clearTicks, useTicks } from './use-ticks.ts';

type Choice = { isChosen: boolean; onChoose: (isChosen: boolean) => void };

function Named({ of, isChosen, onChoose }: Choice & { of: Listed }) {
  const isAccount = 'person' in of;
  const { s_id } = isAccount ? of.person : of.expected;
  return (
    <th scope="row">
      <Link to={isAccount ? personAddress(s_id) : importedAddress(s_id)}>{nameOf(of)}</Link>
      <label className={styles['choice']} data-needs-script={isAccount ? undefined : ''}>
        <input
          type="checkbox"
          name={isAccount ? 'id' : undefined}
          data-tick
          value={tickOf(of)}
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
        <span className="visually-hidden">{`Select ${nameOf(of)}`}</span>
      </label>
    </th>
  );
}

function PersonCells({ person, hasPhone }: { person: ListedPerson; hasPhone: boolean }) {
  const { s_id, phone, role, batch, batches, typed_batch, project, confirmed } = person;
  return (
    <>
      <td data-wide title={s_id}>
        {`${s_id}${!confirmed ? ', not confirmed' : ''}`}
      </td>
      {hasPhone && <td data-wide>{phone}</td>}
      <td data-label="Batch">
        <span>{role === 'student' ? (batch ?? 'None') : batchesInWords({ role, batches })}</span>
        {typed_batch !== null && (
          <CellNote>
            entered at signup as <Link to={peopleAddress({ typed: typed_batch })}>{`“${typed_batch}”`}</Link>
          </CellNote>
        )}
      </td>
      <td title={project?.name}>
        <span>{statusOf({ person })}</span>
        {person.asks_deletion && <CellNote>requested deletion</CellNote>}
      </td>
      <td data-wide>
        <TimeAgo value={person.signed_up_at} />
      </td>
      <td data-label="Last seen">{person.seen_at === null ? 'Never' : <TimeAgo value={person.seen_at} />}</td>
    </>
  );
}

/** Where the status does not say it. */
const ways = { mail: 'by email', print: 'on paper' };

function ExpectedCells({ expected, hasPhone }: { expected: ExpectedPerson; hasPhone: boolean }) {
  const { s_id, name, phone, batch, invitation, way, invited_at, whatsapp } = expected;
  const saysWay = way != null && !['sent', 'printed'].includes(invitation);
  return (
    <>
      <td data-wide title={s_id}>
        {s_id}
      </td>
      {hasPhone && (
        <td data-wide={whatsapp === undefined || undefined}>
          {phone !== null && <span>{phone}</span>}
          {whatsapp !== undefined && (
            <CellNote>
              <WhatsAppLink href={whatsapp} name={name ?? s_id} />
            </CellNote>
          )}
        </td>
      )}
      <td data-label="Batch">{batch ?? 'None'}</td>
      <td>
        <span>{statusOf({ expected })}</span>
        {invited_at !== null && (
          <CellNote>
            {saysWay && <span>{`${ways[way]} `}</span>}
            <TimeAgo value={invited_at} />
          </CellNote>
        )}
      </td>
      <td data-wide>Not yet</td>
      <td data-label="Last seen">Never</td>
    </>
  );
}

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

/** The address of the next step names the bulk action and the chosen people. */
export function PeopleList({
  account,
  view,
  of,
  isDone,
  onAct,
}: {
  /** Whose ticks. */
  account: string;
  view: PeopleView;
  of: People;
  /** Just after a bulk action: nobody is ticked any more. */
  isDone: boolean;
  /** Goes on to the review of a bulk action. */
  onAct: (address: string) => void;
}) {
  const { next, places, choices } = of;
  const { ticks, tick, clear } = useTicks(account);
  useEffect(() => {
    if (isDone) clearTicks(account);
  }, [isDone, account]);
  const listed = listedPeople(of);
  const here = listed.map(tickOf);
  const accounts = [...ticks].filter(isAccountTick);
  const emails = [...ticks].filter((one) => !isAccountTick(one));
  const live = listed.flatMap((one) =>
    'expected' in one && ticks.has(one.expected.s_id) && isLive(one.expected.invitation)
      ? [one.expected.s_id]
      : [],
  );
  const isWhole = of.sorted === 'all';
  const hasPhones = listed.some((one) => ('person' in one ? one.person : one.expected).phone !== null);
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
    <InvitePeople view={view} of={of} ticked={emails} live={live} isAll={ticks.size === 0} onDone={clear} />
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
      <form method="get" action={peopleAddress()} onSubmit={submit}>
        {Object.entries(peopleQuery(view)).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {view.sort !== null && !isWhole && (
          <Small>
            Only this page is sorted: there are too many people. Choose a batch or a status to sort all.
          </Small>
        )}
        <CardTable caption={captionOf(columns, of.sorted)} columns={columns} className={styles['people']}>
          {sortPeople(listed, view.sort, (one) => one).map((one) => (
            <tr key={tickOf(one)}>
              <Named of={one} isChosen={ticks.has(tickOf(one))} onChoose={(is) => tick([tickOf(one)], is)} />
              {'person' in one ? (
                <PersonCells person={one.person} hasPhone={hasPhones} />
              ) : (
                <ExpectedCells expected={one.expected} hasPhone={hasPhones} />
              )}
            </tr>
          ))}
        </CardTable>
        <BulkActions
          key={view.batch}
          selection={{
            count: ticks.size,
            elsewhere: [...ticks].filter((one) => !here.includes(one)).length,
            isWhole: here.every((one) => ticks.has(one)),
            onChooseAll: (all) => tick(here, all),
            onClear: clear,
          }}
          places={places}
          batch={view.batch}
          choices={choices}
          chosen={accounts.length}
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
