import { OfficeOnly } from '../features/intake/office-only.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import { StaffScreen } from './staff-screen.tsx';

/** A screen of the office: everybody but administrators is told whose it is. */
export function OfficeScreen<T>(props: Parameters<typeof StaffScreen<T>>[0]) {
  const { user, page, className, title } = props;
  if (page !== null) return <StaffScreen {...props} />;
  return (
    <PageBody className={className}>
      <ScreenHead title={title} />
      <OfficeOnly user={user} />
    </PageBody>
  );
}
