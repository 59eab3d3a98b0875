import { pageTitle } from '#contract/screens';
import { requireSignedIn } from '../lib/session.ts';
import { PageBody } from '../ui/frame.tsx';

export const meta = () => [{ title: pageTitle('Your account') }];

export async function clientLoader({ request }: { request: Request }) {
  await requireSignedIn(request);
  return null;
}

export default function Account() {
  return (
    <PageBody>
      <h1>Your account</h1>
    </PageBody>
  );
}
