import { pageTitle } from '#contract/screens';
import { requireSignedIn } from '../lib/session.ts';
import { PageBody } from '../ui/frame.tsx';

export const meta = () => [{ title: pageTitle('Final Project Submission') }];

export async function clientLoader({ request }: { request: Request }) {
  await requireSignedIn(request);
  return null;
}

export default function FinalProjectSubmission() {
  return (
    <PageBody>
      <h1>Final Project Submission</h1>
    </PageBody>
  );
}
