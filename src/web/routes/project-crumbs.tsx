import { useLocation } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { catalogueAddress, catalogueProjectAddress, courseAddress } from '#contract/catalogue/catalogue-view';
import type { DeskLinkState } from '../features/marking/work/task-brief.tsx';
import { useIsHydrated } from '../lib/page/page-time.ts';
import { Crumbs } from '../ui/crumbs.tsx';

/**
 * The way to a screen of a project through the catalogue, whose screens are the office's; for mentors the names
 * alone. From the desk there is a link back to the submission.
 */
export function ProjectCrumbs({
  user,
  project: { id, name, course },
}: {
  user: Pick<CurrentUser, 'role'>;
  project: { id: string; name: string; course: string };
}) {
  const { state } = useLocation();
  // The server does not know the browser's history.
  const desk = useIsHydrated() ? (state as DeskLinkState | null)?.desk : undefined;
  const isOffice = user.role === 'administrator';
  return (
    <Crumbs
      trail={[
        ...(desk === undefined ? [] : [{ label: `Back to ${desk.label}`, to: desk.to }]),
        { label: 'Catalogue', to: isOffice ? catalogueAddress() : null },
        { label: course, to: isOffice ? courseAddress(course) : null },
        { label: name, to: isOffice ? catalogueProjectAddress(id) : null },
      ]}
    />
  );
}
