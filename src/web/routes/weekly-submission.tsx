import { pageTitle } from '#contract/screens';
import { requireSignedIn } from '../lib/session.ts';
import { PageBody } from '../ui/frame.tsx';

export const meta = () => [{ title: pageTitle('Weekly Submission') }];

export async function clientLoader({ request }: { request: Request }) {
  await requireSignedIn(request);
  return null;
}

export default function WeeklySubmission() {
  return (
    <PageBody>
      <h1>Weekly Submission</h1>
    </PageBody>
  );
}
