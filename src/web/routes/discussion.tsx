import { pageTitle } from '#contract/screens';
import { requireSignedIn } from '../lib/session.ts';
import { PageBody } from '../ui/frame.tsx';

export const meta = () => [{ title: pageTitle('Discussion Forum') }];

export async function clientLoader({ request }: { request: Request }) {
  await requireSignedIn(request);
  return null;
}

export default function Discussion() {
  return (
    <PageBody>
      <h1>Discussion Forum</h1>
    </PageBody>
  );
}
