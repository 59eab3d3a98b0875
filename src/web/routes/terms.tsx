import { pageTitle } from '#contract/screens';
import { PageBody } from '../ui/frame.tsx';

export const meta = () => [{ title: pageTitle('Terms and conditions') }];

export default function Terms() {
  return (
    <PageBody>
      <h1>Terms and conditions</h1>
    </PageBody>
  );
}
