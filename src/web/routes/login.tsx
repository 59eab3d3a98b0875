import { pageTitle } from '#contract/screens';
import { PageBody } from '../ui/frame.tsx';

export const meta = () => [{ title: pageTitle('Login') }];

export default function Login() {
  return (
    <PageBody>
      <h1>Login</h1>
    </PageBody>
  );
}
