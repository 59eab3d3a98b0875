import { pageTitle } from '#contract/screens';
import { PageBody } from '../ui/frame.tsx';

export const meta = () => [{ title: pageTitle('Student Signup') }];

export default function Signup() {
  return (
    <PageBody>
      <h1>Student Signup</h1>
    </PageBody>
  );
}
