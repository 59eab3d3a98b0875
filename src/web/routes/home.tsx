import { pageTitle } from '#contract/screens';
import { PageBody } from '../ui/frame.tsx';

export const meta = () => [{ title: pageTitle('Home') }];

export default function Home() {
  return (
    <PageBody>
      <h1>Home</h1>
    </PageBody>
  );
}
