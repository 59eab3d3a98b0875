import { data } from 'react-router';
import { homeLinkOf } from '#contract/home-links';
import { homeOf } from '#contract/screens';
import { usePublicReader } from '../features/frame/public-reader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ButtonLink } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Row } from '../ui/layout.tsx';
import { Prose } from '../ui/prose.tsx';

export const meta = pageMeta('Page not found', { name: 'robots', content: 'noindex' });

export const loader = () => data(null, { status: 404 });
export const clientLoader = () => null;

export default function NotFound() {
  const reader = usePublicReader();
  // A visitor may be a student who is not logged in.
  const user = reader ?? { role: 'student' as const };
  return (
    <PageBody width="reading">
      <Prose>
        <h1>There is no page at this address</h1>
        <p>
          {user.role === 'student'
            ? 'Check the address, or go to your dashboard. Your submitted work is safe.'
            : 'Check the address.'}
        </p>
        <Row as="p">
          <ButtonLink to={homeOf(user)}>{homeLinkOf(user)}</ButtonLink>
          <ButtonLink to="/" variant="secondary">
            Go to the home page
          </ButtonLink>
        </Row>
      </Prose>
    </PageBody>
  );
}
