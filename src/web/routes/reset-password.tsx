import { pageTitle } from '#contract/screens';
import { PageBody } from '../ui/frame.tsx';

export const meta = () => [{ title: pageTitle('Choose a new password') }];

export default function ResetPassword() {
  return (
    <PageBody>
      <h1>Choose a new password</h1>
    </PageBody>
  );
}
