import { pageTitle } from '#contract/screens';
import { PageBody } from '../ui/frame.tsx';

export const meta = () => [{ title: pageTitle('Forgot password') }];

export default function ForgotPassword() {
  return (
    <PageBody>
      <h1>Forgot password</h1>
    </PageBody>
  );
}
