import type { People } from '#contract/people/calls';
import {
  invitationsOf,
  isExpectedStage,
  peopleAddress,
  type ListedInvitation,
  type PeopleView,
} from '#contract/people/people-view';
import { stageNames } from '#contract/people/statuses';
import { useSite } from '../../../lib/page/site.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { formatNumber } from '../../../ui/format-number.ts';
import { Row, Small } from '../../../ui/layout.tsx';
import styles from '../people.module.css';
import { peopleCount } from '../people-words.ts';
import { InviteButtons, InviteResult } from './invite-buttons.tsx';
import { UnprintedSheets } from './unprinted-sheets.tsx';
import { useInviting, type Live } from './use-inviting.ts';

const tabLabels: Record<ListedInvitation, string> = {
  'not-invited': 'Never invited',
  revoked: 'Withdrawn',
  sent: 'By email',
  printed: 'On paper',
  opened: 'Opened',
  expired: 'Expired',
};

/** The states of invitations at one of the two stages, with how many have each. */
function InvitationTabs({ view, counts }: { view: PeopleView; counts: NonNullable<People['invitations']> }) {
  const { stage } = view;
  if (!isExpectedStage(stage)) return null;
  const states: readonly ListedInvitation[] = invitationsOf[stage];
  const countOf = (state: ListedInvitation) => counts[state] ?? 0;
  const tabs: { state: ListedInvitation | null; label: string; count: number }[] = [
    { state: null, label: 'All', count: states.reduce((sum, state) => sum + countOf(state), 0) },
    ...states.map((state) => ({ state, label: tabLabels[state], count: countOf(state) })),
  ];
  if (tabs[0]?.count === 0) return null;
  return (
    <Row as="nav" gap={2} aria-label={stageNames[stage]}>
      {tabs.map(({ state, label, count }) => (
        <ButtonLink
          key={label}
          to={peopleAddress({ ...view, after: '', invitation: state })}
          replace
          preventScrollReset
          variant="choice"
          small
          aria-current={state === view.invitation ? 'page' : undefined}
        >
          {`${label} ${formatNumber(count)}`}
        </ButtonLink>
      ))}
    </Row>
  );
}

/**
 * Invites who is ticked of those without an account or, where nobody is and they are what is listed, all of the filter
 * who were not invited yet.
 */
export function InvitePeople({
  view,
  people: { to_invite = 0, makes_links = true, invitations, unprinted },
  ticked,
  live,
  isAll,
  onDone,
}: {
  view: PeopleView;
  people: People;
  ticked: readonly string[];
  live: readonly Live[];
  /** Nobody is ticked. */
  isAll: boolean;
  onDone: () => void;
}) {
  const { sendsMail } = useSite();
  const batch = view.batch === '' ? null : view.batch;
  const inviting = useInviting({
    whom:
      ticked.length > 0
        ? { batch: null, emails: ticked, ...(view.stage === 'imported' && { uninvited: true as const }) }
        : { batch },
    emails: ticked,
    live,
    onDone,
  });
  const count = ticked.length > 0 ? ticked.length : isAll ? to_invite : 0;
  const { told, failure, printed, isBusy, press } = inviting;
  // The one below is being printed.
  const waiting = makes_links ? (unprinted ?? []).filter(({ sheet }) => sheet !== printed?.sheet) : [];
  const isEmpty = count === 0 && told === null && failure === undefined && printed === null;
  return (
    <>
      {invitations !== undefined && <InvitationTabs view={view} counts={invitations} />}
      {invitations === undefined && unprinted !== undefined && (
        <Small>There are too many people to choose by invitation. Choose a batch first.</Small>
      )}
      {(!isEmpty || waiting.length > 0) && (
        <div data-needs-script className={styles['inviting']}>
          {count > 0 && (
            <section aria-label="Invite">
              <p>
                {ticked.length > 0
                  ? `${peopleCount(ticked.length)} without an account ${ticked.length === 1 ? 'is' : 'are'} selected.`
                  : `${peopleCount(to_invite)} ${to_invite === 1 ? 'was' : 'were'} not invited yet.`}
              </p>
              <InviteButtons
                inviting={inviting}
                count={count}
                selected={ticked.length}
                live={live.length}
                makesLinks={makes_links}
                sendsMail={sendsMail}
              />
            </section>
          )}
          {waiting.length > 0 && (
            <UnprintedSheets
              sheets={waiting}
              isBusy={isBusy}
              onPrint={(sheet) => press('printAgain', sheet)}
              onSettle={(sheet) => press('settle', sheet)}
            />
          )}
          <InviteResult inviting={inviting} />
        </div>
      )}
    </>
  );
}
