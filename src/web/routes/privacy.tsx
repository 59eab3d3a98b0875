import { pageTitle } from '#contract/screens';
import { PageBody } from '../ui/frame.tsx';

export const meta = () => [{ title: pageTitle('Privacy') }];

export default function Privacy() {
  return (
    <PageBody>
      <h1>Privacy</h1>
    </PageBody>
  );
}
