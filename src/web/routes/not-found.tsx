import { data } from 'react-router';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ButtonLink } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Row } from '../ui/layout.tsx';
import { Prose } from '../ui/prose.tsx';

export const meta = pageMeta('Page not found', { name: 'robots', content: 'noindex' });

export const loader = () => data(null, { status: 404 });
export const clientLoader = () => null;

export default function NotFound() {
  return (
    <PageBody width="reading">
      <Prose>
        <h1>There is no page at this address</h1>
        <p>Check the address, or go to your dashboard. Your submitted work is safe.</p>
        <Row as="p">
          <ButtonLink to="/StudentDashboard">Go to your dashboard</ButtonLink>
          <ButtonLink to="/" variant="secondary">
            Go to the home page
          </ButtonLink>
        </Row>
      </Prose>
    </PageBody>
  );
}
