import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router';
import type { Student } from '#contract/accounts';
import { homeOf, pageTitle } from '#contract/screens';
import { NoProject } from '../features/projects/no-project.tsx';
import { OverviewDocument } from '../features/projects/overview-document.tsx';
import { readProject, type ProjectAnswer } from '../features/projects/read-project.ts';
import { arriving, type Arriving } from '../lib/arriving.ts';
import { requireSignedIn } from '../lib/session.ts';
import { useBack } from '../lib/use-back.ts';
import { Arrived } from '../ui/arrived.tsx';
import { Button } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import { Skeleton } from '../ui/states.tsx';
import styles from './project-overview.module.css';

export const meta = () => [{ title: pageTitle('Project Overview') }];

type Loaded = { who: Student; id: string; answer: Arriving<ProjectAnswer> };

export async function clientLoader({ request, params }: LoaderFunctionArgs): Promise<Loaded> {
  const who = await requireSignedIn(request);
  const id = params['id'] ?? '';
  return { who, id, answer: await arriving(readProject(id)) };
}

function Content({ who, answer }: { who: Student; answer: ProjectAnswer }) {
  const { revalidate } = useRevalidator();
  if ('missing' in answer) {
    return <NoProject why={answer.missing} backTo={homeOf(who)} onRetry={() => void revalidate()} />;
  }
  return (
    <>
      <p className={styles['name']}>{answer.project.name}</p>
      <OverviewDocument project={answer.project} />
    </>
  );
}

export default function ProjectOverview() {
  const { who, id, answer } = useLoaderData<Loaded>();
  const back = useBack(`/projectDetails/${encodeURIComponent(id)}`);
  return (
    <PageBody className={styles['page']}>
      <ScreenHead title="Project Overview" />
      <Arrived
        of={answer.data}
        outline={
          <>
            <Skeleton height="1.75rem" width="20rem" />
            <Skeleton height="400px" />
          </>
        }
      >
        {(data) => <Content who={who} answer={data} />}
      </Arrived>
      <div>
        <Button variant="secondary" onClick={back}>
          Back
        </Button>
      </div>
    </PageBody>
  );
}
