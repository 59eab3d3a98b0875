import { noPublicUrl } from '#contract/people/no-public-url';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { isLive, printedAtOnce } from '#contract/people/intake-fields';
import type { InvitedPerson, UnprintedSheet } from '#contract/people/invitation-calls';
import { call, type AnswerOf } from '../../../lib/calls/client.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Row, Small, Stack } from '../../../ui/layout.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { NeedsScript, Notice } from '../../../ui/notice.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { peopleCount } from '../people-words.ts';
import { InvitationRow } from './invitation-row.tsx';
import { InvitationSheet } from './invitation-sheet.tsx';
import { UnprintedSheets } from './unprinted-sheets.tsx';

/** One press invites all who were not invited yet, or those who are ticked. */
export function InvitationList({
  people: listed,
  waiting,
  unprinted,
  batch,
  makesLinks,
  sendsMail,
}: {
  people: readonly InvitedPerson[];
  /** How many were not invited yet, of the batch where one is chosen. */
  waiting: number;
  unprinted: readonly UnprintedSheet[];
  batch: string | null;
  makesLinks: boolean;
  sendsMail: boolean;
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [printed, setPrinted] = useState<AnswerOf<'printInvitations'> | null>(null);
  const [isRemoving, setIsRemoving] = useState(false);
  const [told, setTold] = useState<string | null>(null);
  const { revalidate } = useRevalidator();
  const emails = listed.flatMap(({ s_id }) => (chosen.has(s_id) ? [s_id] : []));
  const whom = emails.length > 0 ? { batch: null, emails } : { batch };
  const count = emails.length > 0 ? emails.length : waiting;
  const selectable = listed.filter(({ state }) => state !== 'used');
  const areAllChosen = selectable.every(({ s_id }) => chosen.has(s_id));
  // The one below is being printed.
  const waitingSheets = unprinted.filter(({ sheet }) => sheet !== printed?.sheet);
  const live = listed.filter(({ s_id, state }) => chosen.has(s_id) && isLive(state));

  const finish = async (next: string) => {
    setTold(next);
    setChosen(new Set());
    await revalidate();
  };
  const show = async (made: AnswerOf<'printInvitations'>) => {
    const { invitations, left } = made;
    setPrinted(made);
    const next = ` ${peopleCount(left)} are left. Print this sheet first, then the next one.`;
    await finish(`${peopleCount(invitations.length)} on the sheet below.${left > 0 ? next : ''}`);
  };
  const acts = {
    async send(idempotencyKey: string) {
      const { invited } = await call('sendInvitations', { body: whom, idempotencyKey });
      await finish(`${peopleCount(invited)} invited by email.`);
    },
    // Without an answer, the same people's sheet is made again.
    print: async (idempotencyKey: string) =>
      show(await call('printInvitations', { body: whom, idempotencyKey })),
    printAgain: async (_: string, sheet: string) =>
      show(await call('printSheetAgain', { params: { sheet } })),
    async settle(_: string, sheet: string) {
      await call('settleSheet', { params: { sheet } });
      await revalidate();
    },
    async remove(idempotencyKey: string) {
      const { removed } = await call('removeImported', { body: { emails }, idempotencyKey });
      setIsRemoving(false);
      await finish(`${peopleCount(removed)} removed.`);
    },
    async revoke(idempotencyKey: string) {
      const body = { emails: live.map(({ s_id }) => s_id) };
      const { revoked } = await call('revokeInvitations', { body, idempotencyKey });
      await finish(`Invitations of ${peopleCount(revoked)} withdrawn.`);
    },
  };
  const { isBusy, failure, submit } = useForm({
    send: ({ fields: { act, sheet = '' }, key }) => acts[act as keyof typeof acts](key, sheet),
  });
  const press = (act: keyof typeof acts, sheet = '') =>
    submit({ act, sheet, people: JSON.stringify(act === 'send' || act === 'print' ? whom : emails) });

  return (
    <Stack gap={5}>
      <NeedsScript>
        Sending, printing and withdrawing invitations need JavaScript. Turn it on for this page.
      </NeedsScript>
      <Stack as="section" gap={3} aria-label="Invite" data-needs-script>
        {!makesLinks && <Notice tone="warning">{noPublicUrl}</Notice>}
        {listed.length + waiting > 0 && (
          <>
            <p>
              {emails.length > 0
                ? `${peopleCount(emails.length)} ticked.`
                : waiting > 0
                  ? `${peopleCount(waiting)} not invited yet.`
                  : 'Everyone has been invited or has signed up. Tick people to invite them again.'}
            </p>
            <Row gap={3}>
              {makesLinks && sendsMail && (
                <Button busy={isBusy} disabled={count === 0} onClick={() => press('send')}>
                  {count === 0 ? 'No one to email' : `Email ${peopleCount(count)}`}
                </Button>
              )}
              {makesLinks && (
                <Button
                  variant={sendsMail ? 'secondary' : 'primary'}
                  busy={isBusy}
                  disabled={count === 0}
                  onClick={() => press('print')}
                >
                  {count === 0
                    ? 'Nothing to print'
                    : `Print for ${count > printedAtOnce ? `the first ${printedAtOnce}` : peopleCount(count)}`}
                </Button>
              )}
              {live.length > 0 && (
                <Button
                  variant="danger"
                  busy={isBusy}
                  onClick={() => press('revoke')}
                >{`Withdraw ${live.length}`}</Button>
              )}
              {emails.length > 0 && !isRemoving && (
                <Button variant="danger" busy={isBusy} onClick={() => setIsRemoving(true)}>
                  {`Remove ${emails.length}`}
                </Button>
              )}
            </Row>
            {isRemoving && emails.length > 0 && (
              <Notice tone="warning" title={`Remove ${peopleCount(emails.length)}?`}>
                <p>They leave this list, and their invitations stop working. You can import them again.</p>
                <Row gap={3}>
                  <Button variant="danger" busy={isBusy} onClick={() => press('remove')}>
                    {`Remove ${peopleCount(emails.length)}`}
                  </Button>
                  <Button variant="secondary" onClick={() => setIsRemoving(false)}>
                    Cancel
                  </Button>
                </Row>
              </Notice>
            )}
          </>
        )}
        {makesLinks && waitingSheets.length > 0 && (
          <UnprintedSheets
            sheets={waitingSheets}
            isBusy={isBusy}
            onPrint={(sheet) => press('printAgain', sheet)}
            onSettle={(sheet) => press('settle', sheet)}
          />
        )}
        {!sendsMail && makesLinks && (
          <Small>
            This portal cannot send email. Print the invitations and give them out. People who use one do not
            have to confirm their email.
          </Small>
        )}
        <MessageRoom>
          {failure !== undefined && <Notice tone="error">{failure}</Notice>}
          {failure === undefined && !isBusy && told !== null && <Notice tone="success">{told}</Notice>}
        </MessageRoom>
      </Stack>
      {printed !== null && printed.invitations.length > 0 && (
        <InvitationSheet
          invitations={printed.invitations}
          onPrint={() => printed.sheet !== null && press('settle', printed.sheet)}
        />
      )}
      {listed.length === 0 && printed === null && (
        <EmptyState title="No invitations here">
          <p>Imported people appear here until they sign up.</p>
        </EmptyState>
      )}
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
      {listed.length > 0 && (
        <Stack as="ul" gap={2} aria-label="People and their invitations">
          {listed.map((person) => (
            <InvitationRow
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
        </Stack>
      )}
    </Stack>
  );
}
