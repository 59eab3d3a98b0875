import { Fragment } from 'react';
import { Link, useLocation } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { catalogueAddress, catalogueProjectAddress, courseAddress } from '#contract/catalogue/catalogue-view';
import styles from '../features/marking/rubrics/rubrics.module.css';
import type { DeskLinkState } from '../features/marking/work/task-brief.tsx';
import { useIsHydrated } from '../lib/page/page-time.ts';
import { Row } from '../ui/layout.tsx';

/**
 * The way to a screen of a project through the catalogue, whose screens are the office's; for mentors the names
 * alone. From the desk there is a link back to the submission.
 * @param here the screen's own name
 */
export function ProjectCrumbs({
  user,
  project: { id, name, course },
  here,
}: {
  user: Pick<CurrentUser, 'role'>;
  project: { id: string; name: string; course: string };
  here: string;
}) {
  const { state } = useLocation();
  // The server does not know the browser's history.
  const desk = useIsHydrated() ? (state as DeskLinkState | null)?.desk : undefined;
  const ways = [
    ['Catalogue', catalogueAddress()],
    [course, courseAddress(course)],
    [name, catalogueProjectAddress(id)],
  ] as const;
  return (
    <Row as="nav" gap={2} aria-label="Breadcrumbs" className={styles['crumbs']}>
      {desk !== undefined && <Link to={desk.to}>{`Back to ${desk.label}`}</Link>}
      {ways.map(([label, to]) => (
        <Fragment key={to}>
          {user.role === 'administrator' ? <Link to={to}>{label}</Link> : <span>{label}</span>}
          <span aria-hidden="true">/</span>
        </Fragment>
      ))}
      <span aria-current="page">{here}</span>
    </Row>
  );
}
