import { pageTitle } from '#contract/screens';
import { requireSignedIn } from '../lib/session.ts';
import { PageBody } from '../ui/frame.tsx';

export const meta = () => [{ title: pageTitle('Project Overview') }];

export async function clientLoader({ request }: { request: Request }) {
  await requireSignedIn(request);
  return null;
}

export default function ProjectOverview() {
  return (
    <PageBody>
      <h1>Project Overview</h1>
    </PageBody>
  );
}
