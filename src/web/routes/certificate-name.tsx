import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { CertificateName } from '#contract/certificates/name-calls';
import type { OwnCertificates as Own } from '#contract/certificates/certificate-calls';
import { certificateNamePath } from '#contract/certificates/name-path';
import { OwnCertificateName } from '../features/certificates/name-form.tsx';
import { OwnCertificates } from '../features/certificates/own-certificates.tsx';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import {
  browserAction,
  refuseInvalid,
  signedInAction,
  type SignedInHandler,
} from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { useReadNotices } from '../lib/unread-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead, Stack } from '../ui/layout.tsx';
import { FormSkeleton } from '../ui/states.tsx';
import styles from '../features/certificates/certificates.module.css';
import { LoadError } from './load-error.tsx';
import { Section } from './staff-screen.tsx';

const title = 'Your certificate';
export const meta = pageMeta(title);

type Page = { name: CertificateName; own: Own };

/** `page` is null for staff. */
type LoaderData = { user: CurrentUser; page: Deferred<Result<Page>> | null };

async function readPage(call: Call, s_id: string): Promise<Page> {
  const of = { params: { s_id } };
  const [name, own] = await Promise.all([call('readCertificateName', of), call('listCertificates', of)]);
  return { name, own };
}

async function load(call: Call, { user }: Visit): Promise<LoaderData> {
  if (user.role !== 'student') return { user, page: null };
  return {
    user,
    page: await defer(toResult(readPage(call, user.account))),
  };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'name-confirmed': 'Your name is confirmed.',
  'certificates-wish': 'Your choice is saved.',
});

const change: SignedInHandler = async (call, { user, fields }) => {
  const { act: formName, line = '', is_right, keeps, 'Idempotency-Key': idempotencyKey } = fields;
  const of = { params: { s_id: user.account }, idempotencyKey };
  if (formName === 'keep') {
    await call('keepCertificates', { ...of, body: { keeps: keeps === 'yes' } });
    return redirectWithNotice(certificateNamePath, 'certificates-wish');
  }
  if (is_right === undefined)
    refuseInvalid({ field: 'is_right', message: 'Check the name and tick the box' });
  await call('confirmCertificateName', { ...of, body: { line } });
  return redirectWithNotice(certificateNamePath, 'name-confirmed');
};
export const action = signedInAction(change);
export const clientAction = browserAction(change);

/** A certificate that is there comes first. */
function Shown({ user, page: { name, own } }: { user: CurrentUser; page: Page }) {
  useReadNotices(user, 'certificate-name');
  useReadNotices(user, 'certificate');
  const papers = (
    <Section title="Certificates">
      <OwnCertificates s_id={user.account} own={own} />
    </Section>
  );
  const hasPapers = own.certificates.length > 0;
  return (
    <Stack gap={5} className={styles['sections']}>
      {hasPapers && papers}
      <Section title="Name on your certificate">
        {name.line === null && <p>You confirm it once. After that, only the office can change it.</p>}
        <OwnCertificateName name={name} />
      </Section>
      {!hasPapers && papers}
    </Stack>
  );
}

export default function CertificateNameScreen() {
  const { user, page } = useLoaderData<LoaderData>();
  return (
    <PageBody width="reading">
      <ScreenHead title={title} />
      {page === null ? (
        <WrongRole user={user} />
      ) : (
        <AwaitData data={page.data} skeleton={<FormSkeleton />}>
          {(result) =>
            'value' in result ? (
              <Shown user={user} page={result.value} />
            ) : (
              <LoadError title="Your certificate could not be loaded" error={result.error} />
            )
          }
        </AwaitData>
      )}
    </PageBody>
  );
}
