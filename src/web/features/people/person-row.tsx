import { Link } from 'react-router';
import type { ExpectedPerson, ListedPerson } from '#contract/people/calls';
import { nameOf, statusOf, tickOf, type Listed } from '#contract/people/listed-people';
import { importedAddress, peopleAddress, personAddress } from '#contract/people/people-view';
import { batchesInWords } from '#contract/people/statuses';
import { CellNote } from '../../ui/card-table.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { WhatsAppLink } from '../../ui/whatsapp-link.tsx';
import styles from './people.module.css';

type Choice = { isChosen: boolean; onChoose: (isChosen: boolean) => void };

function NameCell({ listed, isChosen, onChoose }: Choice & { listed: Listed }) {
  const isAccount = 'person' in listed;
  const { s_id } = isAccount ? listed.person : listed.expected;
  return (
    <th scope="row">
      <Link to={isAccount ? personAddress(s_id) : importedAddress(s_id)}>{nameOf(listed)}</Link>
      <label className={styles['choice']} data-needs-script={isAccount ? undefined : ''}>
        <input
          type="checkbox"
          name={isAccount ? 'id' : undefined}
          data-tick
          value={tickOf(listed)}
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
        <span className="visually-hidden">{`Select ${nameOf(listed)}`}</span>
      </label>
    </th>
  );
}

function PersonCells({ person, hasPhones }: { person: ListedPerson; hasPhones: boolean }) {
  const { s_id, phone, role, batch, batches, typed_batch, project, confirmed } = person;
  return (
    <>
      <td data-wide title={s_id}>
        {`${s_id}${!confirmed ? ', not confirmed' : ''}`}
      </td>
      {hasPhones && <td data-wide>{phone}</td>}
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

/** How somebody was invited, where the status does not say it. */
const wayWords = { mail: 'by email', print: 'on paper' };

function ExpectedCells({ expected, hasPhones }: { expected: ExpectedPerson; hasPhones: boolean }) {
  const { s_id, name, phone, batch, invitation, way, invited_at, whatsapp } = expected;
  const saysWay = way != null && !['sent', 'printed'].includes(invitation);
  return (
    <>
      <td data-wide title={s_id}>
        {s_id}
      </td>
      {hasPhones && (
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
            {saysWay && <span>{`${wayWords[way]} `}</span>}
            <TimeAgo value={invited_at} />
          </CellNote>
        )}
      </td>
      <td data-wide>Not yet</td>
      <td data-label="Last seen">Never</td>
    </>
  );
}

export function PersonRow({ listed, hasPhones, ...choice }: Choice & { listed: Listed; hasPhones: boolean }) {
  return (
    <tr>
      <NameCell listed={listed} {...choice} />
      {'person' in listed ? (
        <PersonCells person={listed.person} hasPhones={hasPhones} />
      ) : (
        <ExpectedCells expected={listed.expected} hasPhones={hasPhones} />
      )}
    </tr>
  );
}
