import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { CurrentUser } from '#contract/accounts';
import { isOpen, opensAt, tasks } from '#contract/dates';
import { valueOf } from '../lib/deferred.ts';
import { useServerNow } from '../lib/server-clock.ts';
import { useFocusOnHash } from '../lib/use-focus-on-hash.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Tabs, type Tab } from '../ui/tabs.tsx';
import { Time } from '../ui/time.tsx';
import { DocumentPanel, GradesPanel, ReferencesPanel } from './project-dashboard-panels.tsx';
import type { ProjectDashboardData } from './project-dashboard.tsx';
import styles from './project-dashboard.module.css';

/** Letter for letter (specification, section 2). */
const notEligible = '(You are not eligible now!!!)';

/** What waits on a screen of its own, and the way there. */
function Way({
  title,
  to,
  label,
  children,
}: {
  title: string;
  to: string;
  label: string;
  children: ReactNode;
}) {
  return (
    <section className={styles['panel']}>
      <h2>{title}</h2>
      {children}
      <ButtonLink to={to}>{label}</ButtonLink>
    </section>
  );
}

/** The seven tabs of a project (specification, section 2); the last two open by themselves when their time comes. */
export function ProjectTabs({
  user,
  desk,
  onRetry,
}: {
  user: CurrentUser;
  desk: ProjectDashboardData;
  onRetry: () => void;
}) {
  const [search, setSearch] = useSearchParams();
  useFocusOnHash('tabs', '[role="tab"][aria-selected="true"]');
  const start = Date.parse(desk.selection.start_date);
  const read = valueOf(desk.read);
  const openings = tasks.map((task) => opensAt(task, start));
  const now = useServerNow(read?.offset ?? 0, openings);
  const disabledReason = isOpen('final', start, now) ? undefined : notEligible;
  const deadline = read?.timeline.viva_deadline;

  const tabs: Tab[] = [
    {
      value: 'overview',
      label: 'Project Overview Document',
      panel: <DocumentPanel project={desk.project} onRetry={onRetry} />,
    },
    {
      value: 'references',
      label: 'Reference Materials',
      panel: <ReferencesPanel references={desk.references} onRetry={onRetry} />,
    },
    {
      value: 'weekly',
      label: 'Weekly Submission',
      panel: (
        <Way title="Weekly Submission" to="/WeeklySubmission" label="Go to Weekly Submission">
          <p>
            A week opens seven days after the one before. For each you hand in links, one file and comments;
            you can hand in again, and every version is kept.
          </p>
        </Way>
      ),
    },
    {
      value: 'forum',
      label: 'Discussion Forum',
      panel: (
        <Way
          title="Discussion Forum"
          to={`/discussion/${encodeURIComponent(user.batch ?? '')}`}
          label="Go to the Discussion Forum"
        >
          <p>Ask what holds you up, and answer what you know: your whole batch and its mentors read along.</p>
        </Way>
      ),
    },
    {
      value: 'grades',
      label: 'My Grades',
      panel: <GradesPanel read={desk.read} now={now} onRetry={onRetry} />,
    },
    {
      value: 'final',
      label: 'Final Project Submission',
      disabledReason,
      panel: (
        <Way
          title="Final Project Submission"
          to="/FinalProjectSubmission"
          label="Go to Final Project Submission"
        >
          <p>
            The whole of your project: links, one file and your comments. You can hand in again afterwards.
          </p>
        </Way>
      ),
    },
    {
      value: 'viva',
      label: 'Viva Voce',
      disabledReason,
      panel: (
        <Way title="Viva Voce" to="/viva" label="Go to Viva Voce">
          <p>
            Six guideline steps lead through the talk.{' '}
            {deadline != null && (
              <>
                The deadline is <Time value={deadline} />.
              </>
            )}
          </p>
        </Way>
      ),
    },
  ];
  const asked = tabs.find((tab) => tab.value === search.get('tab') && tab.disabledReason === undefined);
  return (
    <div id="tabs" className={styles['tabs']}>
      <Tabs
        label="Your project"
        tabs={tabs}
        value={asked?.value ?? 'overview'}
        onChange={(tab) => setSearch({ tab }, { replace: true, preventScrollReset: true })}
        note={
          disabledReason && (
            <>
              Final Project Submission and Viva Voce open on{' '}
              <Time value={new Date(opensAt('final', start)).toISOString()} />.
            </>
          )
        }
      />
    </div>
  );
}
