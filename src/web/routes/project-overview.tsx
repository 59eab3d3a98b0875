import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { homeOf } from '#contract/screens';
import { OverviewDocument } from '../features/projects/overview-document.tsx';
import { NoProject, readProject, type ProjectAnswer } from '../features/projects/project-answer.tsx';
import { defer, type Deferred } from '../lib/calls/deferred.ts';
import type { Call } from '../lib/calls/client.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { useBack } from '../lib/use-back.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { Button } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/layout.tsx';
import { Skeleton } from '../ui/states.tsx';

export const meta = pageMeta('Project Overview');

type LoaderData = { user: CurrentUser; id: string; answer: Deferred<ProjectAnswer> };

async function load(call: Call, { user, params }: Visit): Promise<LoaderData> {
  const id = params['id'] ?? '';
  return { user, id, answer: await defer(readProject(call, id)) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

function Content({ user, answer }: { user: CurrentUser; answer: ProjectAnswer }) {
  if ('missing' in answer) {
    return <NoProject reason={answer.missing} backTo={homeOf(user)} />;
  }
  return (
    <>
      <p>{answer.project.name}</p>
      <OverviewDocument project={answer.project} />
    </>
  );
}

export default function ProjectOverview() {
  const { user, id, answer } = useLoaderData<LoaderData>();
  const back = useBack(`/projectDetails/${encodeURIComponent(id)}`);
  return (
    <PageBody>
      <ScreenHead title="Project Overview" />
      <AwaitData
        data={answer.data}
        skeleton={
          <>
            <Skeleton height="1.75rem" width="20rem" />
            <Skeleton height="400px" />
          </>
        }
      >
        {(data) => <Content user={user} answer={data} />}
      </AwaitData>
      <div>
        <Button variant="secondary" onClick={back}>
          Back
        </Button>
      </div>
    </PageBody>
  );
}
