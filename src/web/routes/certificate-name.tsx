import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { CertificateName } from '#contract/certificates/name-calls';
import { certificateNamePath } from '#contract/certificates/paths';
import { pageTitle } from '#contract/screens';
import { OwnCertificateName } from '../features/certificates/name-form.tsx';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserAction, refuseInvalid, signedInAction, type SignedInAct } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { redirectWithNotice } from '../lib/screen-notices.ts';
import { useReadNotices } from '../lib/unread-notices.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/layout.tsx';
import { FormSkeleton } from '../ui/states.tsx';
import { LoadError } from './load-error.tsx';

const title = 'Name on your certificate';
export const meta = () => [{ title: pageTitle(title) }];

/** `page` is null for staff. */
type LoaderData = { user: CurrentUser; page: Deferred<Result<CertificateName>> | null };

async function load(call: Call, { user }: Visit): Promise<LoaderData> {
  if (user.role !== 'student') return { user, page: null };
  return {
    user,
    page: await defer(toResult(call('readCertificateName', { params: { s_id: user.account } }))),
  };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const confirm: SignedInAct = async (call, { user, fields }) => {
  const { line = '', is_right, 'Idempotency-Key': idempotencyKey } = fields;
  if (is_right === undefined)
    refuseInvalid({ field: 'is_right', message: 'Check the name and tick the box' });
  await call('confirmCertificateName', { params: { s_id: user.account }, body: { line }, idempotencyKey });
  return redirectWithNotice(certificateNamePath, 'name-confirmed');
};
export const action = signedInAction(confirm);
export const clientAction = browserAction(confirm);

export default function CertificateNameScreen() {
  const { user, page } = useLoaderData<LoaderData>();
  useReadNotices(user, page === null ? null : 'certificate-name');
  return (
    <PageBody width="reading">
      <ScreenHead title={title}>
        {page !== null && <p>You confirm it once. After that, only the office can change it.</p>}
      </ScreenHead>
      {page === null ? (
        <WrongRole user={user} />
      ) : (
        <AwaitData data={page.data} skeleton={<FormSkeleton />}>
          {(result) =>
            'value' in result ? (
              <OwnCertificateName name={result.value} />
            ) : (
              <LoadError title="Your name could not be loaded" error={result.error} />
            )
          }
        </AwaitData>
      )}
    </PageBody>
  );
}
