import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { certificateNamePath } from '#contract/certificates/name-path';
import type { StudentResult } from '#contract/results/result-calls';
import { gradesAddress } from '#contract/screens';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { HowItIsMade } from '../features/results/how-it-is-made.tsx';
import { ResultLines } from '../features/results/result-lines.tsx';
import { resultBeside } from '../features/results/read-standing.ts';
import { WhereIStand } from '../features/results/where-i-stand.tsx';
import { readTimeline, type TimelineSnapshot } from '../features/submissions/live-tasks.ts';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { useReadNotices } from '../lib/unread-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead, Stack } from '../ui/layout.tsx';
import { Skeleton } from '../ui/states.tsx';
import { LoadError } from './load-error.tsx';

export const meta = pageMeta('My result');

type Page = { result: StudentResult; snapshot: TimelineSnapshot };

/** `page` is null for staff. */
type LoaderData = { user: CurrentUser; page: Deferred<Result<Page>> | null };

async function readPage(call: Call, s_id: string): Promise<Page> {
  const [result, snapshot] = await Promise.all([
    call('readResult', { params: { s_id } }),
    // Says which marks the student has not shown yet.
    readTimeline(call, s_id),
  ]);
  return { result: resultBeside(snapshot, result), snapshot };
}

async function load(call: Call, { user }: Visit): Promise<LoaderData> {
  return { user, page: user.role === 'student' ? await defer(toResult(readPage(call, user.account))) : null };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

function ResultScreen({ user, page: { result, snapshot } }: { user: CurrentUser; page: Page }) {
  useReadNotices(user, 'result');
  const isWithheld = snapshot.timeline.tasks.some((task) => task.isWithheld);
  return (
    <>
      <WhereIStand result={result} isWithheld={isWithheld}>
        {isWithheld && (
          <ButtonLink variant="secondary" small to={gradesAddress()}>
            Go to my marks
          </ButtonLink>
        )}
        {!isWithheld && result.frozen !== undefined && (
          <ButtonLink variant="secondary" small to={certificateNamePath}>
            Your certificate
          </ButtonLink>
        )}
      </WhereIStand>
      {!isWithheld && (
        <Stack as="section" gap={2} aria-labelledby="tasks">
          <h2 id="tasks">Tasks</h2>
          <ResultLines result={result} />
        </Stack>
      )}
      <Stack as="section" gap={2} aria-labelledby="rule">
        <h2 id="rule">How your result is made</h2>
        <HowItIsMade rule={result.rule} />
      </Stack>
    </>
  );
}

export default function OwnResult() {
  const { user, page } = useLoaderData<LoaderData>();
  return (
    <PageBody>
      <ScreenHead title="My result" />
      {page === null ? (
        <WrongRole user={user} />
      ) : (
        <AwaitData data={page.data} skeleton={<Skeleton height="24rem" />}>
          {(result: Result<Page>) =>
            'value' in result ? (
              <ResultScreen user={user} page={result.value} />
            ) : (
              <LoadError title="Your result could not be loaded" error={result.error} />
            )
          }
        </AwaitData>
      )}
    </PageBody>
  );
}
