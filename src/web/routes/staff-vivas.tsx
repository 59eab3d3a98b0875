import { useLoaderData } from 'react-router';
import { vivaDayAddress } from '#contract/vivas/day';
import type { OwnViva } from '#contract/examiners/viva-calls';
import { VivaList } from '../features/examiners/viva-list.tsx';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { useReadNotices } from '../lib/unread-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Row, ScreenHead } from '../ui/layout.tsx';
import { staffLoad, StaffScreen, type StaffData } from './staff-screen.tsx';

export const meta = pageMeta('Your vivas');

const load = staffLoad(async (call): Promise<readonly OwnViva[]> => call('listOwnVivas'));
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

export default function StaffVivas() {
  const { user } = useLoaderData<StaffData<readonly OwnViva[]>>();
  // Examiners from outside have no list of notices.
  useReadNotices(user, user.examiner === true ? null : 'viva-panel');
  return (
    <StaffScreen<readonly OwnViva[]>
      title="Your vivas"
      failure="Your vivas could not be loaded"
      skeleton={[8]}
    >
      {(vivas) => (
        <>
          <Row gap={3}>
            <ScreenHead title="Your vivas" />
            {[...new Set(vivas.map(({ batch }) => batch))].map((batch) => (
              <ButtonLink key={batch} small variant="secondary" to={vivaDayAddress(batch)}>
                {`Viva day of ${batch}`}
              </ButtonLink>
            ))}
          </Row>
          <VivaList user={user} vivas={vivas} />
        </>
      )}
    </StaffScreen>
  );
}
