import { pageTitle } from '#contract/screens';
import { PageBody } from '../ui/frame.tsx';

export const meta = () => [{ title: pageTitle('Page not found') }];

export default function NotFound() {
  return (
    <PageBody>
      <h1>Page not found</h1>
    </PageBody>
  );
}
