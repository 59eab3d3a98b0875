import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { isLive, printedAtOnce } from '#contract/people/intake-fields';
import type { InvitedPerson, PrintedInvitation } from '#contract/people/invitation-calls';
import { addPersonAddress } from '#contract/people/people-view';
import { call, errorMessage } from '../../../lib/calls/client.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { usePressKey } from '../../../lib/forms/idempotency-key.tsx';
import { WhatsAppLink } from '../../../ui/whatsapp-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { countOf } from '../../../ui/format-number.ts';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { NeedsScript, Notice } from '../../../ui/notice.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { invitationLabels } from './invitation-labels.ts';
import styles from './invitation-list.module.css';
import { InvitationSheet } from './invitation-sheet.tsx';

const people = (count: number) => countOf(count, 'person', 'people');

function Row({
  person: { s_id, name, batch, state, invited_at, whatsapp },
  isChosen,
  onChoose,
}: {
  person: InvitedPerson;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  const isDone = state === 'used';
  return (
    <li className={styles['row']}>
      <label className={styles['choice']}>
        <input
          type="checkbox"
          data-needs-script
          checked={isChosen}
          disabled={isDone}
          onChange={({ target }) => onChoose(target.checked)}
        />
        <span className={styles['text']}>
          <span>{name ?? s_id}</span>
          <span className={styles['facts']}>
            {`Batch: ${batch ?? 'none'}${name === null ? '' : `, ${s_id}`}`}
          </span>
        </span>
      </label>
      {!isDone && (
        <Link to={addPersonAddress(s_id)} aria-label={`Correct ${name ?? s_id}`} className={styles['facts']}>
          Correct
        </Link>
      )}
      {whatsapp !== undefined && (
        <span className={styles['facts']}>
          <WhatsAppLink href={whatsapp} name={name ?? s_id} />
        </span>
      )}
      <span className={styles['state']} data-state={state}>
        <span>{invitationLabels[state]}</span>
        {invited_at !== null && (
          <>
            {' '}
            <TimeAgo value={invited_at} />
          </>
        )}
      </span>
    </li>
  );
}

type Told = { text: string; left: number };

/** People and their invitations: all who were not invited yet are invited by one press, or those who are ticked. */
export function InvitationList({
  people: listed,
  waiting,
  batch,
  sendsMail,
}: {
  people: readonly InvitedPerson[];
  /** How many were not invited yet, of the batch where one is chosen. */
  waiting: number;
  batch: string | null;
  sendsMail: boolean;
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [printed, setPrinted] = useState<readonly PrintedInvitation[]>([]);
  const [told, setTold] = useState<Told | null>(null);
  const { isBusy, error, run } = useMutation();
  const { revalidate } = useRevalidator();
  const keyOf = usePressKey();
  const emails = listed.flatMap(({ s_id }) => (chosen.has(s_id) ? [s_id] : []));
  const whom = emails.length > 0 ? { batch: null, emails } : { batch };
  const count = emails.length > 0 ? emails.length : waiting;
  const selectable = listed.filter(({ state }) => state !== 'used');
  const areAllChosen = selectable.every(({ s_id }) => chosen.has(s_id));
  const live = listed.filter(({ s_id, state }) => chosen.has(s_id) && isLive(state));

  const finish = async (next: Told) => {
    setTold(next);
    setChosen(new Set());
    // The same once more is another press.
    keyOf('');
    await revalidate();
  };
  const send = () =>
    run(async () => {
      const idempotencyKey = keyOf(`send ${JSON.stringify(whom)}`);
      const { invited } = await call('sendInvitations', { body: whom, idempotencyKey });
      await finish({ text: `${people(invited)} invited by email.`, left: 0 });
    });
  const print = () =>
    run(async () => {
      const { invitations, left } = await call('printInvitations', { body: whom });
      setPrinted(invitations);
      await finish({ text: `${people(invitations.length)} on the sheet below.`, left });
    });
  const revoke = () =>
    run(async () => {
      const body = { emails: live.map(({ s_id }) => s_id) };
      const idempotencyKey = keyOf(`revoke ${JSON.stringify(body)}`);
      const { revoked } = await call('revokeInvitations', { body, idempotencyKey });
      await finish({ text: `Invitations of ${people(revoked)} withdrawn.`, left: 0 });
    });

  return (
    <div className={styles['page']}>
      <NeedsScript>
        Sending, printing and withdrawing invitations need JavaScript. Turn it on for this page.
      </NeedsScript>
      <section className={styles['acts']} aria-label="Invite" data-needs-script>
        {listed.length + waiting > 0 && (
          <>
            <p>
              {emails.length > 0
                ? `${people(emails.length)} ticked.`
                : waiting > 0
                  ? `${people(waiting)} not invited yet.`
                  : 'Everyone has been invited or has signed up. Tick people to invite them again.'}
            </p>
            <div className={styles['buttons']}>
              {sendsMail && (
                <Button busy={isBusy} disabled={count === 0} onClick={() => void send()}>
                  {count === 0 ? 'No one to email' : `Email ${people(count)}`}
                </Button>
              )}
              <Button
                variant={sendsMail ? 'secondary' : 'primary'}
                busy={isBusy}
                disabled={count === 0}
                onClick={() => void print()}
              >
                {count === 0
                  ? 'Nothing to print'
                  : `Print for ${count > printedAtOnce ? `the first ${printedAtOnce}` : people(count)}`}
              </Button>
              {live.length > 0 && (
                <Button
                  variant="danger"
                  busy={isBusy}
                  onClick={() => void revoke()}
                >{`Withdraw ${live.length}`}</Button>
              )}
            </div>
          </>
        )}
        {!sendsMail && (
          <p className={styles['facts']}>
            This portal cannot send email. Print the invitations and give them out. People who use one do not
            have to confirm their email.
          </p>
        )}
        <MessageRoom>
          {error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}
          {error === null && !isBusy && told !== null && (
            <Notice tone="success">
              {`${told.text}${told.left > 0 ? ` ${people(told.left)} are left. Print this sheet first, then the next one.` : ''}`}
            </Notice>
          )}
        </MessageRoom>
      </section>
      {printed.length > 0 && <InvitationSheet invitations={printed} />}
      {listed.length === 0 ? (
        printed.length === 0 && (
          <EmptyState title="No invitations here">
            <p>Imported people appear here until they sign up.</p>
          </EmptyState>
        )
      ) : (
        <>
          {selectable.length > 0 && (
            <div data-needs-script>
              <Button
                variant="secondary"
                small
                onClick={() => setChosen(new Set(areAllChosen ? [] : selectable.map(({ s_id }) => s_id)))}
              >
                {areAllChosen ? 'Clear selection' : `Select all on this page (${selectable.length})`}
              </Button>
            </div>
          )}
          <ul className={styles['list']} aria-label="People and their invitations">
            {listed.map((person) => (
              <Row
                key={person.s_id}
                person={person}
                isChosen={chosen.has(person.s_id)}
                onChoose={(is) => {
                  const next = new Set(chosen);
                  if (is) next.add(person.s_id);
                  else next.delete(person.s_id);
                  setChosen(next);
                }}
              />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
