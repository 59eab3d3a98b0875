import { Outlet } from 'react-router';
import { PublicBar } from '../features/accounts/public-bar.tsx';
import { PublicFooter } from '../features/accounts/public-footer.tsx';
import { brandOf, useSite } from '../lib/site.ts';
import { Frame } from '../ui/frame.tsx';

/** The layout of public screens. */
export default function PublicFrame() {
  return (
    <Frame brand={brandOf(useSite())} brandTo="/" bar={<PublicBar />} footer={<PublicFooter />}>
      <Outlet />
    </Frame>
  );
}
