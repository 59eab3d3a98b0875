import type { Student } from '#contract/accounts';
import { homeOf } from '#contract/screens';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** What staff find at their own first screen. */
function homeName(home: string): string {
  if (home.startsWith('/staff')) return 'Go to your batches';
  return home.startsWith('/discussion') ? 'Go to your forum' : 'Go to your account';
}

/** In place of a student's own screen, for staff who have opened it: why it is not for them, and where they belong. */
export function StudentsOnly({ who }: { who: Student }) {
  const home = homeOf(who);
  return (
    <EmptyState
      title="This screen belongs to students"
      action={<ButtonLink to={home}>{homeName(home)}</ButtonLink>}
    >
      <p>
        You are signed in as {who.s_name}, {who.role}. Students choose their project and hand in their work
        here; you have none of your own to show.
      </p>
    </EmptyState>
  );
}
