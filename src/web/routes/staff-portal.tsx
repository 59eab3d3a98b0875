import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { PortalChecks as Page } from '#contract/operations/check-calls';
import { pageTitle } from '#contract/screens';
import { HeldMailForm } from '../features/operations/held-mail-form.tsx';
import { PortalChecks } from '../features/operations/portal-checks.tsx';
import { PortalSettings } from '../features/operations/portal-settings.tsx';
import { TestMailForm } from '../features/operations/test-mail-form.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { redirectWithNotice } from '../lib/screen-notices.ts';
import { browserAction, signedInAction, type SignedInAct } from '../lib/forms/form-action.ts';
import { ScreenHead } from '../ui/screen-head.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { StaffScreen } from './staff-screen.tsx';
import styles from './staff-batch-dates.module.css';

export const meta = () => [{ title: pageTitle('Portal') }];

/** `page` is null except for administrators. */
type LoaderData = { user: CurrentUser; page: Deferred<Result<Page>> | null };

async function load(call: Call, { user }: Visit): Promise<LoaderData> {
  if (user.role !== 'administrator') return { user, page: null };
  return { user, page: await defer(toResult(call('readPortalChecks', {}))) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const settleMail: SignedInAct = async (call, { fields }) => {
  const { act, address = '', 'Idempotency-Key': idempotencyKey } = fields;
  if (act === 'send' || act === 'drop') {
    await call('settleHeldMail', { body: { decision: act } });
    return redirectWithNotice('/staff/portal', act === 'send' ? 'held-mail-sent' : 'held-mail-dropped');
  }
  await call('sendTestMail', { body: { address }, idempotencyKey });
  return redirectWithNotice('/staff/portal', 'mail-accepted');
};
export const action = signedInAction(settleMail);
export const clientAction = browserAction(settleMail);

function Portal({
  user,
  page: { checked_at, checks, held_mails, settings },
}: {
  user: CurrentUser;
  page: Page;
}) {
  const amiss = checks.filter(({ state }) => state !== 'ok');
  return (
    <>
      <ScreenHead title="Portal">
        <p>
          System check, <TimeAgo value={checked_at} />. On the server, run <code>npx capstone doctor</code>.
        </p>
      </ScreenHead>
      {amiss.length > 0 && (
        <section className={styles['section']} aria-labelledby="amiss">
          <h2 id="amiss">Needs attention</h2>
          <PortalChecks
            checks={amiss.toSorted((a, b) => Number(b.state === 'fail') - Number(a.state === 'fail'))}
          />
        </section>
      )}
      {held_mails > 0 && (
        <section className={styles['section']} aria-labelledby="held-mail">
          <h2 id="held-mail">Email that was never sent</h2>
          <p>
            {held_mails === 1
              ? '1 email is older than two days and was never sent. Do you still want to send it?'
              : `${held_mails} emails are older than two days and were never sent. Do you still want to send them?`}
          </p>
          <HeldMailForm decision="send" count={held_mails} />
          <HeldMailForm decision="drop" count={held_mails} />
        </section>
      )}
      <section className={styles['section']} aria-labelledby="in-order">
        <h2 id="in-order">In order</h2>
        <PortalChecks checks={checks.filter(({ state }) => state === 'ok')} />
      </section>
      <section className={styles['section']} aria-labelledby="mail">
        <h2 id="mail">Test email</h2>
        <TestMailForm email={user.s_id} />
      </section>
      <PortalSettings settings={settings} />
    </>
  );
}

export default function StaffPortal() {
  const { user, page } = useLoaderData<LoaderData>();
  return (
    <StaffScreen
      isOffice
      user={user}
      page={page}
      className={styles['page']}
      title="Portal"
      failure="The system check could not be loaded"
      skeleton={['24rem', '10rem']}
    >
      {(loaded) => <Portal user={user} page={loaded} />}
    </StaffScreen>
  );
}
