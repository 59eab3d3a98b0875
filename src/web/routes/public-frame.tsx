import { Outlet } from 'react-router';
import { PublicBar } from '../features/accounts/public-bar.tsx';
import { PublicFooter } from '../features/accounts/public-footer.tsx';
import { initialData } from '../lib/initial-data.ts';
import { Frame } from '../ui/frame.tsx';

/** The layout of public screens. */
export default function PublicFrame() {
  return (
    <Frame
      brand={`${initialData.academy.name} Capstone`}
      brandTo="/"
      bar={<PublicBar />}
      footer={<PublicFooter />}
    >
      <Outlet />
    </Frame>
  );
}
