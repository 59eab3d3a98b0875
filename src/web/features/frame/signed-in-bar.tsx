import { Link, useLocation } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { shownUnread } from '#contract/forum/question-view';
import { officePath } from '#contract/operations/office-view';
import { homeOf, nextTaskAddress } from '#contract/screens';
import { useFreshCount, useUnreadNotices } from '../../lib/unread-notices.ts';
import { ownForum, useFreshUnread, useUnread } from '../../lib/unread-questions.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { LogoutForm, useLogOut } from '../accounts/log-out.tsx';
import { officePlaceOf } from './office-places.ts';
import { sectionIcons } from './section-icons.tsx';
import styles from './signed-in-bar.module.css';

const maxShown = 99;

function wordsOf(count: number): string {
  if (count === 0) return 'Notices';
  return count === 1 ? '1 new notice' : `${count} new notices`;
}

export function NoticeBell({ user }: { user: CurrentUser }) {
  const count = useUnreadNotices(user);
  const { pathname } = useLocation();
  useFreshCount(user);
  const words = wordsOf(count);
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
      <svg
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
        <path d="M10 2.5a5 5 0 0 0-5 5V11l-1.5 3.5h13L15 11V7.5a5 5 0 0 0-5-5ZM8 17.25h4" />
      </svg>
      {count > 0 && (
        <span aria-hidden="true" className={styles['noticeCount']}>
          {count > maxShown ? `${maxShown}+` : count}
        </span>
      )}
    </ButtonLink>
  );
}

/** Nothing for zero. */
export function ForumBadge({ user }: { user: CurrentUser }) {
  const s_id = ownForum(user)?.s_id ?? null;
  useFreshUnread(s_id);
  const count = useUnread(s_id);
  if (count === 0) return null;
  return (
    <>
      {' '}
      <span className={styles['forumCount']}>
        <span>{shownUnread(count)}</span>
        <span className="visually-hidden"> unread</span>
      </span>
    </>
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
  const office: Section[] =
    user.role === 'administrator' ? [{ label: 'Office', to: officePath, icon: 'office' }] : [];
  if (user.role !== 'student')
    return [{ label: 'Submissions', to: homeOf(user), icon: 'submission' }, ...forum, ...office];
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
  onError,
}: {
  user: CurrentUser;
  /** Public screens always have a Home link (specification, section 2). */
  isPublic?: boolean;
  onError: (error: unknown) => void;
}) {
  const { pathname, search } = useLocation();
  const { isLoggingOut, logOut, dialog } = useLogOut(onError);
  const isCurrent = ({ to, screens }: Section) =>
    to === pathname ||
    to === pathname + search ||
    screens?.includes(pathname) === true ||
    (to === officePath && officePlaceOf(pathname) !== undefined);
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
            {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
            {sectionIcons[section.icon]}
            <span>{section.label}</span>
            {section.icon === 'forum' && <ForumBadge user={user} />}
          </Link>
        ))}
      </div>
      <NoticeBell user={user} />
      <ButtonLink to="/account" variant="quiet" small className={styles['account']} title="Your account">
        {sectionIcons.account}
        <span className={styles['name']}>{user.s_name}</span>
      </ButtonLink>
      <LogoutForm onSubmit={logOut}>
        <Button type="submit" variant="quiet" small busy={isLoggingOut}>
          Logout
        </Button>
      </LogoutForm>
      {dialog}
    </>
  );
}
