import { pageTitle } from '#contract/screens';
import { requireSignedIn } from '../lib/session.ts';
import { PageBody } from '../ui/frame.tsx';

export const meta = () => [{ title: pageTitle('Student Dashboard') }];

export async function clientLoader({ request }: { request: Request }) {
  await requireSignedIn(request);
  return null;
}

export default function StudentDashboard() {
  return (
    <PageBody>
      <h1>Student Dashboard</h1>
    </PageBody>
  );
}
