import type { CurrentUser } from '#contract/accounts/calls';
import { homeLinkOf } from '#contract/home-links';
import { homeOf } from '#contract/screens';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** On a screen of the office, for students on a staff screen, and for staff on a student screen. */
export function WrongRole({ user, isOffice = false }: { user: CurrentUser; isOffice?: boolean }) {
  const isStudent = user.role === 'student';
  const [title, why] = isOffice
    ? ['This page is for the office', 'Only administrators can open this page.']
    : isStudent
      ? ['This page is for mentors', 'Your own submissions and marks are on your project dashboard.']
      : ['This page is for students', 'Only students choose a project and submit work.'];
  const words = isOffice && user.role === 'mentor' ? 'Go to the submissions' : homeLinkOf(user);
  return (
    <EmptyState title={title} action={<ButtonLink to={homeOf(user)}>{words}</ButtonLink>}>
      <p>{`You are logged in as ${user.s_name}, ${user.role}. ${why}`}</p>
    </EmptyState>
  );
}
