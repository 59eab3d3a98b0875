import type { ReactNode } from 'react';
import { redirect, useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { receiptScreen } from '#contract/submissions/receipt-screen';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { SubmissionSkeleton } from '../features/submissions/submission-layout.tsx';
import { readSubmissionPage, type SubmissionPageData } from '../features/submissions/submission-page.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import type { Call } from '../lib/calls/client.ts';
import type { SubmissionCall } from '../lib/outbox/queued-request.ts';
import type { Visit } from '../lib/page/screen-loader.ts';
import { signedInAction } from '../lib/forms/form-action.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/layout.tsx';
import { ResultPart } from './load-error.tsx';
import styles from './submission-screen.module.css';

/** `page` is null for staff, who have no submissions. */
type LoaderData<Page> = { user: CurrentUser; page: Deferred<Result<Page>> | null };

export const submissionLoad =
  <Page extends SubmissionPageData>(read: (call: Call, user: CurrentUser) => Promise<Page>) =>
  async (call: Call, { user }: Visit): Promise<LoaderData<Page>> => {
    const page = user.role === 'student' ? await defer(toResult(read(call, user))) : null;
    return { user, page };
  };
export const loadSubmissionScreen = submissionLoad(readSubmissionPage);

/** The `action` of submission screens: the call reads the posted form. */
export const submissionAction = (name: SubmissionCall) =>
  signedInAction(async (call, { user }) => {
    const { receipt } = await call(name, { params: { s_id: user.account } });
    return redirect(receiptScreen(receipt.task, receipt.number), 303);
  });

export function SubmissionScreen<Page extends SubmissionPageData = SubmissionPageData>({
  title,
  children,
}: {
  title: string;
  children: (page: Page) => ReactNode;
}) {
  const { user, page } = useLoaderData<LoaderData<Page>>();
  return (
    <PageBody className={styles['page']}>
      <ScreenHead title={title} />
      {page === null ? (
        <WrongRole user={user} />
      ) : (
        <AwaitData data={page.data} skeleton={<SubmissionSkeleton />}>
          {(result) => (
            <ResultPart result={result} title="Your submissions could not be loaded">
              {children}
            </ResultPart>
          )}
        </AwaitData>
      )}
    </PageBody>
  );
}
