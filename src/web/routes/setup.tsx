import { pageTitle } from '#contract/screens';
import { PageBody } from '../ui/frame.tsx';

export const meta = () => [{ title: pageTitle('First administrator') }];

export default function Setup() {
  return (
    <PageBody>
      <h1>First administrator</h1>
    </PageBody>
  );
}
