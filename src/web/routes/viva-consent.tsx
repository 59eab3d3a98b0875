import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { RemoteConsent } from '#contract/vivas/remote-consent-calls';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { RemoteConsentForm } from '../features/vivas/remote-consent.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/layout.tsx';
import { FormSkeleton } from '../ui/states.tsx';
import { ResultPart } from './load-error.tsx';

const title = 'Viva by video link';
export const meta = pageMeta(title);

/** `consent` is null for staff. */
type LoaderData = { user: CurrentUser; consent: Deferred<Result<RemoteConsent>> | null };

async function load(call: Call, { user }: Visit): Promise<LoaderData> {
  if (user.role !== 'student') return { user, consent: null };
  const consent = call('readRemoteConsent', { params: { s_id: user.account } });
  return { user, consent: await defer(toResult(consent)) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'remote-viva': 'Saved. The office sees it.',
});

const change: SignedInHandler = async (call, { fields }) => {
  const { agrees, 'Idempotency-Key': idempotencyKey } = fields;
  await call('setRemoteConsent', { body: { agrees: agrees === 'yes' }, idempotencyKey });
  return redirectWithNotice('/viva', 'remote-viva');
};
export const action = signedInAction(change);
export const clientAction = browserAction(change);

export default function VivaConsent() {
  const { user, consent } = useLoaderData<LoaderData>();
  return (
    <PageBody width="reading">
      <ScreenHead title={title} />
      {consent === null ? (
        <WrongRole user={user} />
      ) : (
        <AwaitData data={consent.data} skeleton={<FormSkeleton />}>
          {(result) => (
            <ResultPart result={result} title="This page could not be loaded">
              {(of) => <RemoteConsentForm consent={of} />}
            </ResultPart>
          )}
        </AwaitData>
      )}
    </PageBody>
  );
}
