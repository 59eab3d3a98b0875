import { Link, useLocation } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { shownUnread } from '#contract/forum/shown-unread';
import { withQuery } from '#contract/fill-path';
import { officePath } from '#contract/operations/office-view';
import { homeOf, nextTaskAddress } from '#contract/screens';
import { useFreshCount, useUnreadNotices } from '../../lib/unread-notices.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { countOf } from '../../ui/format-number.ts';
import { LogoutForm } from '../accounts/log-out.tsx';
import styles from './signed-in-bar.module.css';
import type { ComponentType, ReactNode } from 'react';

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      className={styles['icon']}
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** On narrow screens. */
const sectionIcons = {
  home: <path d="M3 9.5 10 3.5l7 6M5 8.5V16.5h10V8.5" />,
  dashboard: <path d="M3 17V9.5a7 7 0 0 1 14 0V17M7 17v-6a3 3 0 0 1 6 0v6M2 17h16" />,
  submission: <path d="M10 12.5V3M6.5 6.5 10 3l3.5 3.5M3 12v4.5h14V12" />,
  forum: <path d="M3 4h14v9.5H9.5L6 17v-3.5H3Z" />,
  office: (
    <>
      <circle cx="7" cy="7" r="2.75" />
      <path d="M2 16c.4-2.9 2.3-4.5 5-4.5s4.6 1.6 5 4.5M12.5 4.6a2.75 2.75 0 0 1 0 4.9M14 11.9c2.2.4 3.6 1.9 4 4.1" />
    </>
  ),
  marks: <path d="M3.5 17v-5M10 17V4M16.5 17V8.5" />,
  account: (
    <>
      <circle cx="10" cy="6.5" r="3.5" />
      <path d="M3 17.5c.6-3.6 3.4-5.5 7-5.5s6.4 1.9 7 5.5" />
    </>
  ),
};

export function NoticeBell({ user }: { user: CurrentUser }) {
  const count = useUnreadNotices(user);
  const { pathname } = useLocation();
  useFreshCount(user);
  const words = count === 0 ? 'Notices' : countOf(count, 'new notice');
  return (
    <ButtonLink
      to="/notices"
      variant="quiet"
      small
      className={styles['bell']}
      title={words}
      aria-label={words}
      aria-current={pathname === '/notices' ? 'page' : undefined}
    >
      <Icon>
        <path d="M10 2.5a5 5 0 0 0-5 5V11l-1.5 3.5h13L15 11V7.5a5 5 0 0 0-5-5ZM8 17.25h4" />
      </Icon>
      {count > 0 && (
        <span aria-hidden="true" className={styles['noticeCount']}>
          {shownUnread(count)}
        </span>
      )}
    </ButtonLink>
  );
}

type Section = {
  label: string;
  to: string;
  icon: keyof typeof sectionIcons;
  screens?: readonly string[];
};

const submissionScreens = ['/WeeklySubmission', '/FinalProjectSubmission', '/viva', '/extension'];

const home: Section = { label: 'Home', to: '/', icon: 'home' };

/** A student without a batch has no forum yet. */
function sectionsOf(user: CurrentUser): Section[] {
  const batch = user.role === 'student' ? user.batch : user.batches[0];
  const forum: Section[] =
    batch == null ? [] : [{ label: 'Forum', to: `/discussion/${encodeURIComponent(batch)}`, icon: 'forum' }];
  const desk = { label: 'Submissions', icon: 'submission', screens: ['/staff'] } as const;
  if (user.examiner) return [{ label: 'Vivas', to: homeOf(user), icon: 'submission' }];
  if (user.role === 'mentor') return [{ ...desk, to: homeOf(user) }, ...forum];
  if (user.role === 'administrator')
    return [
      // A bare `/staff` leads to the office; without a batch there is nothing to mark.
      ...(batch == null ? [] : [{ ...desk, to: withQuery('/staff', { batch }) }]),
      ...forum,
      { label: 'Office', to: officePath, icon: 'office' },
    ];
  return [
    { label: 'Dashboard', to: homeOf(user), icon: 'dashboard' },
    { label: 'Submit', to: nextTaskAddress, icon: 'submission', screens: submissionScreens },
    ...forum,
    { label: 'My Grades', to: '/ProjectDashboard1?tab=grades', icon: 'marks' },
  ];
}

/** On a phone the sections are at the lower edge. Links work without script. */
export function SignedInBar({
  user,
  isPublic = false,
  isOffice = false,
  isSeenByStaff = false,
  ForumBadge,
  onError,
}: {
  user: CurrentUser;
  /** How many questions are unread. */
  ForumBadge: ComponentType<{ user: CurrentUser }>;
  /** Public screens always have a Home link (specification, section 2). */
  isPublic?: boolean;
  /** Whether a place of the office is open. */
  isOffice?: boolean;
  /** Without notices and account, which are the student's alone. */
  isSeenByStaff?: boolean;
  onError: (error: unknown) => void;
}) {
  const { pathname, search } = useLocation();
  const isCurrent = ({ to, screens }: Section) =>
    to === pathname ||
    to === pathname + search ||
    screens?.includes(pathname) === true ||
    (to === officePath && isOffice);
  return (
    <>
      <div className={styles['sections']} data-sections>
        {[...(isPublic ? [home] : []), ...sectionsOf(user)].map((section) => (
          <Link
            key={section.to}
            to={section.to}
            className={styles['section']}
            aria-current={isCurrent(section) ? 'page' : undefined}
          >
            <Icon>{sectionIcons[section.icon]}</Icon>
            <span>{section.label}</span>
            {section.icon === 'forum' && <ForumBadge user={user} />}
          </Link>
        ))}
      </div>
      {!isSeenByStaff && (
        <>
          {!user.examiner && <NoticeBell user={user} />}
          <ButtonLink to="/account" variant="quiet" small className={styles['account']} title="Your account">
            <Icon>{sectionIcons.account}</Icon>
            <span className={styles['name']}>{user.s_name}</span>
          </ButtonLink>
          <LogoutForm onError={onError} variant="quiet" small />
        </>
      )}
    </>
  );
}
