import { useState } from 'react';
import { isLive } from '#contract/people/intake-fields';
import type { InvitedPerson, UnprintedSheet } from '#contract/people/invitation-calls';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { NeedsScript } from '../../../ui/notice.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { peopleCount } from '../people-words.ts';
import { InvitationRow } from './invitation-row.tsx';
import { InviteButtons, InviteResult } from './invite-buttons.tsx';
import { UnprintedSheets } from './unprinted-sheets.tsx';
import { useInviting } from './use-inviting.ts';

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
  const emails = listed.flatMap(({ s_id }) => (chosen.has(s_id) ? [s_id] : []));
  const live = listed.flatMap(({ s_id, state }) => (chosen.has(s_id) && isLive(state) ? [s_id] : []));
  const inviting = useInviting({
    whom: emails.length > 0 ? { batch: null, emails } : { batch },
    emails,
    live,
    onDone: () => setChosen(new Set()),
  });
  const { printed, isBusy, press } = inviting;
  const count = emails.length > 0 ? emails.length : waiting;
  const selectable = listed.filter(({ state }) => state !== 'used');
  const areAllChosen = selectable.every(({ s_id }) => chosen.has(s_id));
  // The one below is being printed.
  const waitingSheets = unprinted.filter(({ sheet }) => sheet !== printed?.sheet);

  return (
    <Stack gap={5}>
      <NeedsScript>
        Sending, printing and withdrawing invitations need JavaScript. Turn it on for this page.
      </NeedsScript>
      <Stack as="section" gap={3} aria-label="Invite" data-needs-script>
        {listed.length + waiting > 0 && (
          <>
            <p>
              {emails.length > 0
                ? `${peopleCount(emails.length)} ticked.`
                : waiting > 0
                  ? `${peopleCount(waiting)} not invited yet.`
                  : 'Everyone has been invited or has signed up. Tick people to invite them again.'}
            </p>
            <InviteButtons
              inviting={inviting}
              count={count}
              selected={emails.length}
              live={live.length}
              makesLinks={makesLinks}
              sendsMail={sendsMail}
            />
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
      </Stack>
      <InviteResult inviting={inviting} />
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
