import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import type { ListedPerson, People } from '#contract/people/calls';
import {
  peopleAddress,
  peopleQuery,
  personAddress,
  type PeopleSort,
  type PeopleView,
} from '#contract/people/people-view';
import { ButtonLink } from '../../ui/button.tsx';
import { CardTable, CellNote, type Column } from '../../ui/card-table.tsx';
import { ListPages } from '../../ui/filtered-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { BulkActions } from './people-reach.tsx';
import { batchesInWords, sortPeople, stageOf } from './people-words.ts';
import styles from './people.module.css';

function PersonRow({
  person,
  hasPhone,
  isChosen,
  onChoose,
}: {
  person: ListedPerson;
  /** Whether the list has this column. */
  hasPhone: boolean;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  const { id, s_id, s_name, phone, role, batch, batches, typed_batch, project, confirmed } = person;
  return (
    <tr>
      <th scope="row">
        <Link to={personAddress(s_id)}>{s_name}</Link>
        <label className={styles['choice']}>
          <input
            type="checkbox"
            name="id"
            value={id}
            checked={isChosen}
            onChange={({ target }) => onChoose(target.checked)}
          />
          <span className="visually-hidden">{`Select ${s_name}`}</span>
        </label>
      </th>
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
        <span>{stageOf(person)}</span>
        {person.asks_deletion && <CellNote>requested deletion</CellNote>}
      </td>
      <td data-wide>
        <TimeAgo value={person.signed_up_at} />
      </td>
      <td data-label="Last seen">{person.seen_at === null ? 'Never' : <TimeAgo value={person.seen_at} />}</td>
    </tr>
  );
}

/** A second click on a column reverses the order. */
function columnsOf(view: PeopleView, hasPhones: boolean): Column[] {
  const column = (label: string, sort: PeopleSort): Column => ({
    label,
    to: peopleAddress({ ...view, sort: view.sort === sort ? (`-${sort}` as PeopleSort) : sort }),
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

/** The address of the next step names the bulk action and the chosen people. */
export function PeopleList({
  view,
  of: { people, next, places, choices },
  onAct,
}: {
  view: PeopleView;
  of: People;
  /** Goes on to the review of a bulk action. */
  onAct: (address: string) => void;
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = (ids: readonly string[], isChosen: boolean): void => {
    const changed = new Set(chosen);
    for (const id of ids) {
      if (isChosen) changed.add(id);
      else changed.delete(id);
    }
    setChosen(changed);
  };
  if (people.length === 0) {
    return (
      <EmptyState
        title={view.q === '' ? 'No people here' : 'No one found'}
        action={
          <ButtonLink variant="secondary" to={peopleAddress()}>
            Show everybody
          </ButtonLink>
        }
      >
        <p>
          {view.q === ''
            ? 'No one has this status in this batch.'
            : 'Search by the start of a name, email or phone number, or by a phone’s last four digits.'}
        </p>
      </EmptyState>
    );
  }
  const ids = people.map(({ id }) => id);
  const hasPhones = people.some(({ phone }) => phone !== null);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const fields = [...new FormData(event.currentTarget, submitter)].map(([name, value]) => [
      name,
      String(value),
    ]);
    if (chosen.size > 0) onAct(`${peopleAddress()}?${new URLSearchParams(fields)}`);
  };
  return (
    <>
      <form method="get" action={peopleAddress()} className={styles['form']} onSubmit={submit}>
        {Object.entries(peopleQuery(view)).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <CardTable
          caption={view.sort === null ? 'People, the newest account first' : 'People of this page, sorted'}
          columns={columnsOf(view, hasPhones)}
          className={styles['people']}
        >
          {sortPeople(people, view.sort).map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              hasPhone={hasPhones}
              isChosen={chosen.has(person.id)}
              onChoose={(is) => choose([person.id], is)}
            />
          ))}
        </CardTable>
        <BulkActions
          places={places}
          batch={view.batch}
          choices={choices}
          chosen={chosen.size}
          isWhole={ids.every((id) => chosen.has(id))}
          onChooseAll={(all) => choose(ids, all)}
        />
      </form>
      <ListPages
        first={
          view.after === '' ? null : { label: 'To the newest', to: peopleAddress({ ...view, after: '' }) }
        }
        next={next === null ? null : { label: 'Older accounts', to: peopleAddress({ ...view, after: next }) }}
      />
    </>
  );
}
