import { pageTitle } from '#contract/screens';
import type { OwnViva } from '#contract/examiners/viva-calls';
import { VivaList } from '../features/examiners/viva-list.tsx';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { ScreenHead } from '../ui/layout.tsx';
import { staffLoad, StaffScreen } from './staff-screen.tsx';

export const meta = () => [{ title: pageTitle('Your vivas') }];

const load = staffLoad(async (call): Promise<readonly OwnViva[]> => call('listOwnVivas'));
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

export default function StaffVivas() {
  return (
    <StaffScreen<readonly OwnViva[]>
      title="Your vivas"
      failure="Your vivas could not be loaded"
      skeleton={[8]}
    >
      {(vivas) => (
        <>
          <ScreenHead title="Your vivas" />
          <VivaList vivas={vivas} />
        </>
      )}
    </StaffScreen>
  );
}
