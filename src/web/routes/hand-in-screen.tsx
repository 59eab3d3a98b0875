import type { ReactNode } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import type { Student } from '#contract/accounts';
import { StudentsOnly } from '../features/accounts/students-only.tsx';
import { HandInOutline } from '../features/submissions/hand-in-columns.tsx';
import { readHandIns, type HandIns } from '../features/submissions/read-hand-ins.ts';
import { arriving, settle, type Arriving, type Settled } from '../lib/arriving.ts';
import { requireSignedIn } from '../lib/session.ts';
import { Arrived } from '../ui/arrived.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import { LoadTrouble } from './load-trouble.tsx';
import styles from './hand-in-screen.module.css';

/** `handIns` is null for staff, who hand in nothing. */
type Loaded = { who: Student; handIns: Arriving<Settled<HandIns>> | null };

/** The loader of the three screens on which one hands in. */
export async function loadHandIns({ request }: { request: Request }): Promise<Loaded> {
  const who = await requireSignedIn(request);
  return { who, handIns: who.role === 'student' ? await arriving(settle(readHandIns(who))) : null };
}

/** What those screens share: heading, outline, failure, and the word to staff. */
export function HandInScreen({
  title,
  intro,
  children,
}: {
  title: string;
  intro: string;
  children: (handIns: HandIns) => ReactNode;
}) {
  const { who, handIns } = useLoaderData<Loaded>();
  const { revalidate } = useRevalidator();
  const show = (settled: Settled<HandIns>) =>
    'value' in settled ? (
      children(settled.value)
    ) : (
      <LoadTrouble
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
        <Arrived of={handIns.data} outline={<HandInOutline />}>
          {show}
        </Arrived>
      )}
    </PageBody>
  );
}
