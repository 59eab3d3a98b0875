import { ownVivasAddress } from '#contract/examiners/addresses';
import type { VivaPapers } from '#contract/examiners/viva-calls';
import { pageTitle } from '#contract/screens';
import { Papers, VivaFacts } from '../features/examiners/papers.tsx';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Row, ScreenHead } from '../ui/layout.tsx';
import { staffLoad, StaffScreen } from './staff-screen.tsx';

export const meta = () => [{ title: pageTitle('Viva') }];

const load = staffLoad(async (call, { params }): Promise<VivaPapers> =>
  call('readViva', { params: { s_id: params['s_id'] ?? '' } }),
);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

export default function StaffViva() {
  return (
    <StaffScreen<VivaPapers> title="Viva" failure="This viva could not be loaded" skeleton={['8rem', 8]}>
      {(papers) => (
        <>
          <Row gap={3}>
            <ScreenHead title={`Viva of ${papers.student.s_name}`} />
            <ButtonLink variant="secondary" small to={ownVivasAddress}>
              Your vivas
            </ButtonLink>
          </Row>
          <VivaFacts viva={papers} />
          <Papers papers={papers} />
        </>
      )}
    </StaffScreen>
  );
}
