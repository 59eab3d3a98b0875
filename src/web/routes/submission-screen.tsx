import type { ReactNode } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts';
import { StudentsOnly } from '../features/accounts/students-only.tsx';
import { SubmissionSkeleton } from '../features/submissions/submission-columns.tsx';
import { readSubmissionPage, type SubmissionPageData } from '../features/submissions/read-submission-page.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/deferred.ts';
import { requireSignedIn } from '../lib/session.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import { LoadError } from './load-error.tsx';
import styles from './submission-screen.module.css';

/** `handIns` is null for staff, who hand in nothing. */
type Loaded = { who: CurrentUser; handIns: Deferred<Result<SubmissionPageData>> | null };

/** The loader of the three screens on which one hands in. */
export async function loadSubmissionScreen({ request }: { request: Request }): Promise<Loaded> {
  const who = await requireSignedIn(request);
  return { who, handIns: who.role === 'student' ? await defer(toResult(readSubmissionPage(who))) : null };
}

/** What those screens share: heading, outline, failure, and the word to staff. */
export function SubmissionScreen({
  title,
  intro,
  children,
}: {
  title: string;
  intro: string;
  children: (handIns: SubmissionPageData) => ReactNode;
}) {
  const { who, handIns } = useLoaderData<Loaded>();
  const { revalidate } = useRevalidator();
  const show = (settled: Result<SubmissionPageData>) =>
    'value' in settled ? (
      children(settled.value)
    ) : (
      <LoadError
        title="Your hand-ins could not be loaded"
        error={settled.error}
        onRetry={() => void revalidate()}
      />
    );
  return (
    <PageBody className={styles['page']}>
      <ScreenHead title={title}>
        <p>{intro}</p>
      </ScreenHead>
      {handIns === null ? (
        <StudentsOnly who={who} />
      ) : (
        <AwaitData data={handIns.data} skeleton={<SubmissionSkeleton />}>
          {show}
        </AwaitData>
      )}
    </PageBody>
  );
}
