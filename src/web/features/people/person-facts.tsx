import { Link } from 'react-router';
import type { Person } from '#contract/people/calls';
import { batchAddress } from '#contract/progress/batch-view';
import { batchesInWords, stageOf } from '#contract/people/statuses';
import { Fact } from '../../ui/fact.tsx';
import { WhatsAppLink } from '../../ui/whatsapp-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './person-actions.module.css';

function importedWords({ batch, exit_score, grade }: NonNullable<Person['imported']>): string {
  const facts = [
    batch === null ? null : `batch ${batch}`,
    exit_score === null ? null : `exit score ${exit_score}`,
    grade === null ? null : `grade ${grade}`,
  ];
  return facts.filter((fact) => fact !== null).join(', ');
}

function Student({ person }: { person: Person }) {
  const { batch, course, typed_batch, project, start_date, exit_score, grade, imported, preferred } = person;
  return (
    <>
      <Fact name="Batch">
        {batch === null ? <span>None</span> : <Link to={batchAddress(batch)}>{batch}</Link>}
        {course !== null && <span>{`, ${course}`}</span>}
      </Fact>
      {typed_batch !== null && <Fact name="Entered at signup">{`“${typed_batch}”`}</Fact>}
      <Fact name="Project">
        {project === null ? (
          preferred === undefined ? (
            'None chosen yet'
          ) : (
            `None chosen yet; prefers ${preferred.name}`
          )
        ) : (
          <Link to={`/projectDetails/${encodeURIComponent(project.id)}`}>{project.name}</Link>
        )}
      </Fact>
      {start_date !== null && (
        <Fact name="Start">
          <Time value={start_date} />
        </Fact>
      )}
      <Fact name="Exit score">{exit_score ?? 'Not known'}</Fact>
      <Fact name="Grade">{grade ?? 'Not known'}</Fact>
      {imported !== null && (
        <Fact name="Waiting for email confirmation">{importedWords(imported) || 'Nothing'}</Fact>
      )}
    </>
  );
}

/** A suspension, a requested deletion, an email that awaits confirmation. */
export function PersonStanding({ person }: { person: Person }) {
  return (
    <>
      {person.suspended_at !== null && (
        <Notice tone="warning" role="note">
          <span>Suspended </span>
          <Time value={person.suspended_at} />
          <span>{`: ${person.suspension_reason ?? ''}`}</span>
        </Notice>
      )}
      {person.deletion_asked_at !== null && (
        <Notice tone="warning" role="note">
          Requested deletion of the account: <Time value={person.deletion_asked_at} />
        </Notice>
      )}
      {person.new_address !== null && (
        <Notice role="note">{`Wants to change the email to ${person.new_address}. The link that was emailed there has not been used yet.`}</Notice>
      )}
    </>
  );
}

/** For the office; first what it asks about most. */
export function PersonFacts({ person }: { person: Person }) {
  const { phone, role, batches, confirmed_at, former_addresses, sessions, seen_at } = person;
  return (
    <dl className={styles['facts']}>
      <Fact name="Status">{stageOf(person)}</Fact>
      {role === 'student' && <Student person={person} />}
      {role !== 'student' && <Fact name="Batches">{batchesInWords({ role, batches })}</Fact>}
      <Fact name="Email confirmed">{confirmed_at === null ? 'Not yet' : <Time value={confirmed_at} />}</Fact>
      {former_addresses.length > 0 && <Fact name="Former emails">{former_addresses.join(', ')}</Fact>}
      <Fact name="Phone">
        <span>{phone ?? 'None'}</span> <WhatsAppLink href={person.whatsapp} name={person.s_name} />
      </Fact>
      <Fact name="Signed up">
        <Time value={person.signed_up_at} />
      </Fact>
      <Fact name="Last seen">{seen_at === null ? 'Never logged in' : <TimeAgo value={seen_at} />}</Fact>
      <Fact name="Logged in">
        {sessions === 0 ? 'Nowhere' : sessions === 1 ? 'On one device' : `On ${sessions} devices`}
      </Fact>
      <Fact name="Logs in with">
        {`${person.has_password ? 'A password' : 'No password yet'}${person.has_second_factor ? ' and two-step verification' : ''}`}
      </Fact>
    </dl>
  );
}
