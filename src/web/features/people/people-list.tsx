import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import type { ListedPerson, People } from '#contract/people/calls';
import {
  peopleActs,
  peopleAddress,
  peopleQuery,
  personAddress,
  type PeopleView,
} from '#contract/people/people-view';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CardTable, CellNote } from '../../ui/card-table.tsx';
import { SelectField } from '../../ui/field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { AccountPages } from './account-pages.tsx';
import styles from './people-list.module.css';
import { actWords, batchesInWords, peopleCount, stageOf } from './people-words.ts';

function Row({
  person,
  isChosen,
  onChoose,
}: {
  person: ListedPerson;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  const { id, s_id, s_name, phone, role, batch, batches, typed_batch, project, confirmed } = person;
  return (
    <tr>
      <th scope="row">
        <Link to={personAddress(s_id)}>{s_name}</Link>
        <CellNote>{`${s_id}${!confirmed ? ', not confirmed' : ''}`}</CellNote>
        {phone !== null && <CellNote>{phone}</CellNote>}
        <label className={styles['choice']}>
          <input
            type="checkbox"
            name="id"
            value={id}
            checked={isChosen}
            onChange={({ target }) => onChoose(target.checked)}
          />
          <span className="visually-hidden">{`Choose ${s_name}`}</span>
        </label>
      </th>
      <td data-label="Batch">
        <span>{role === 'student' ? (batch ?? 'None') : batchesInWords({ role, batches })}</span>
        {typed_batch !== null && (
          <CellNote>
            typed <Link to={peopleAddress({ typed: typed_batch })}>{`“${typed_batch}”`}</Link>
          </CellNote>
        )}
      </td>
      <td data-label="Status">
        <span>{stageOf(person)}</span>
        {person.asks_deletion && <CellNote>requested deletion</CellNote>}
        {project !== null && <CellNote>{project.name}</CellNote>}
      </td>
      <td data-label="Signed up">
        <TimeAgo value={person.signed_up_at} />
      </td>
      <td data-label="Last seen">{person.seen_at === null ? 'Never' : <TimeAgo value={person.seen_at} />}</td>
    </tr>
  );
}

/**
 * A page of people, from which some are chosen for an act: the address of the next step says whom, and what. On a narrow screen
 * each row is a card.
 */
export function PeopleList({
  view,
  of: { people, next, places },
  onAct,
}: {
  view: PeopleView;
  of: People;
  /** Goes on to the list of whom an act reaches. */
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
  const isWhole = ids.every((id) => chosen.has(id));
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
    if (chosen.size > 0) onAct(`${peopleAddress()}?${new URLSearchParams(fields)}`);
  };
  return (
    <form method="get" action={peopleAddress()} className={styles['form']} onSubmit={submit}>
      {Object.entries(peopleQuery(view)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className={styles['acts']}>
        <label className={styles['all']}>
          <input
            type="checkbox"
            data-needs-script
            checked={isWhole}
            onChange={({ target }) => choose(ids, target.checked)}
          />
          <span>{chosen.size === 0 ? 'Choose all on this page' : `${peopleCount(chosen.size)} chosen`}</span>
        </label>
        <SelectField label="Action" name="act" defaultValue="place">
          {peopleActs.map((act) => (
            <option key={act} value={act}>
              {actWords[act].name}
            </option>
          ))}
        </SelectField>
        <SelectField label="To batch" name="to" hint="Only for placing in a batch." defaultValue={view.batch}>
          {places.map((batch) => (
            <option key={batch} value={batch}>
              {batch}
            </option>
          ))}
        </SelectField>
        <Button type="submit" variant="secondary">
          Review selection
        </Button>
      </div>
      <CardTable
        caption="People, the newest account first"
        columns={['Name', 'Batch', 'Status', 'Signed up', 'Last seen']}
        className={styles['people']}
      >
        {people.map((person) => (
          <Row
            key={person.id}
            person={person}
            isChosen={chosen.has(person.id)}
            onChoose={(is) => choose([person.id], is)}
          />
        ))}
      </CardTable>
      <AccountPages
        newest={view.after === '' ? null : peopleAddress({ ...view, after: '' })}
        older={next === null ? null : peopleAddress({ ...view, after: next })}
      />
    </form>
  );
}
