import { pageTitle } from '#contract/screens';
import { requireSignedIn } from '../lib/session.ts';
import { PageBody } from '../ui/frame.tsx';

export const meta = () => [{ title: pageTitle('Reference Materials') }];

export async function clientLoader({ request }: { request: Request }) {
  await requireSignedIn(request);
  return null;
}

export default function References() {
  return (
    <PageBody>
      <h1>Reference Materials</h1>
    </PageBody>
  );
}
