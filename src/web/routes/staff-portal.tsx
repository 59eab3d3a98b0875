import type { CurrentUser } from '#contract/accounts/calls';
import type { PortalChecks as Page } from '#contract/operations/calls';
import { CheckList, HeldMail, PortalSettings, TestMailForm } from '../features/operations/portal-checks.tsx';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { Small, Stack } from '../ui/layout.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { OfficeHead } from './office-head.tsx';
import { officeLoad, StaffScreen } from './staff-screen.tsx';

export const meta = pageMeta('Portal');

const load = officeLoad((call) => call('readPortalChecks', {}));

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'mail-accepted': 'The mail server accepted the test email. Check whether it has arrived.',
  'held-mail-sent': 'The unsent email will be sent.',
  'held-mail-dropped': 'The unsent email is deleted.',
});

const settleMail: SignedInHandler = async (call, { fields }) => {
  const { act: formName, address = '', 'Idempotency-Key': idempotencyKey } = fields;
  if (formName === 'send' || formName === 'drop') {
    await call('settleHeldMail', { body: { decision: formName } });
    return redirectWithNotice('/staff/portal', formName === 'send' ? 'held-mail-sent' : 'held-mail-dropped');
  }
  await call('sendTestMail', { body: { address }, idempotencyKey });
  return redirectWithNotice('/staff/portal', 'mail-accepted');
};
export const action = signedInAction(settleMail);
export const clientAction = browserAction(settleMail);

/** Checks whose remedy is on a screen; all others are the operator's. */
const ofOffice = new Set(['names']);

function Portal({
  user,
  page: { checked_at, checks, held_mails, settings, build },
}: {
  user: CurrentUser;
  page: Page;
}) {
  const inOrder = checks.filter(({ state }) => state === 'ok');
  const problems = checks
    .filter(({ state }) => state !== 'ok')
    .toSorted((a, b) => Number(b.state === 'fail') - Number(a.state === 'fail'));
  const own = problems.filter(({ id }) => ofOffice.has(id));
  const others = problems.filter(({ id }) => !ofOffice.has(id));
  return (
    <>
      <OfficeHead
        title="Portal"
        facts={
          <>
            <span>System check, </span>
            <TimeAgo value={checked_at} />
          </>
        }
      />
      {own.length > 0 && <CheckList checks={own} />}
      {held_mails > 0 && <HeldMail count={held_mails} />}
      <Stack as="section" gap={3} aria-labelledby="operator">
        <h2 id="operator">For the operator</h2>
        {others.length > 0 && <CheckList checks={others} />}
        <details>
          <summary>{inOrder.length === 1 ? '1 check passed' : `${inOrder.length} checks passed`}</summary>
          <CheckList checks={inOrder} />
        </details>
        <Small>
          The same check on the server: <code>npx capstone doctor</code>.
        </Small>
        <PortalSettings settings={settings} />
      </Stack>
      <TestMailForm email={user.s_id} />
      <Small>{`Version ${build}`}</Small>
    </>
  );
}

export default function StaffPortal() {
  return (
    <StaffScreen<Page>
      isOffice
      title="Portal"
      failure="The system check could not be loaded"
      skeleton={['24rem', '10rem']}
    >
      {(loaded, user) => <Portal user={user} page={loaded} />}
    </StaffScreen>
  );
}
