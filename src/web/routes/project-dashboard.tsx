import { pageTitle } from '#contract/screens';
import { requireSignedIn } from '../lib/session.ts';
import { PageBody } from '../ui/frame.tsx';

export const meta = () => [{ title: pageTitle('Project Dashboard') }];

export async function clientLoader({ request }: { request: Request }) {
  await requireSignedIn(request);
  return null;
}

export default function ProjectDashboard() {
  return (
    <PageBody>
      <h1>Project Dashboard</h1>
    </PageBody>
  );
}
