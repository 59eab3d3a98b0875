import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { CurrentUser } from '#contract/accounts';
import { isOpen, opensAt, tasks } from '#contract/dates';
import type { References } from '#contract/projects';
import type { Selection } from '#contract/selections';
import type { ProjectAnswer } from '../features/projects/read-project.ts';
import type { TimelineSnapshot } from '../features/submissions/live-tasks.ts';
import { valueOf, type Result } from '../lib/deferred.ts';
import { useClockOffset } from '../lib/page-time.ts';
import { useServerNow } from '../lib/server-clock.ts';
import { useFocusOnHash } from '../lib/use-focus-on-hash.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Tabs, type Tab } from '../ui/tabs.tsx';
import { Time } from '../ui/time.tsx';
import { DocumentPanel, GradesPanel, ReferencesPanel } from './project-dashboard-panels.tsx';
import styles from './project-dashboard.module.css';

/** What the tabs show; each part but the selection may have failed on its own. */
export type ProjectDashboardData = {
  selection: Selection;
  timeline: Result<TimelineSnapshot>;
  project: Result<ProjectAnswer>;
  references: Result<References>;
};

/** The specification's exact text (section 2). */
const notEligible = '(You are not eligible now!!!)';

/** A panel with a link to a screen of its own. */
function LinkPanel({
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

/** The seven tabs of a project (specification, section 2); the last two are enabled when their time comes. */
export function ProjectTabs({
  user,
  data,
  onRetry,
}: {
  user: CurrentUser;
  data: ProjectDashboardData;
  onRetry: () => void;
}) {
  const [search, setSearch] = useSearchParams();
  useFocusOnHash('tabs', '[role="tab"][aria-selected="true"]');
  const start = Date.parse(data.selection.start_date);
  const snapshot = valueOf(data.timeline);
  const openingTimes = tasks.map((task) => opensAt(task, start));
  const now = useServerNow(useClockOffset(snapshot?.offset ?? null), openingTimes);
  const disabledReason = isOpen('final', start, now) ? undefined : notEligible;
  const deadline = snapshot?.timeline.viva_deadline;

  const tabs: Tab[] = [
    {
      value: 'overview',
      label: 'Project Overview Document',
      panel: <DocumentPanel project={data.project} onRetry={onRetry} />,
    },
    {
      value: 'references',
      label: 'Reference Materials',
      panel: <ReferencesPanel references={data.references} onRetry={onRetry} />,
    },
    {
      value: 'weekly',
      label: 'Weekly Submission',
      panel: (
        <LinkPanel title="Weekly Submission" to="/WeeklySubmission" label="Go to Weekly Submission">
          <p>
            A week opens seven days after the one before. For each you hand in links, one file and comments;
            you can hand in again, and every version is kept.
          </p>
        </LinkPanel>
      ),
    },
    {
      value: 'forum',
      label: 'Discussion Forum',
      panel: (
        <LinkPanel
          title="Discussion Forum"
          to={`/discussion/${encodeURIComponent(user.batch ?? '')}`}
          label="Go to the Discussion Forum"
        >
          <p>Ask what holds you up, and answer what you know: your whole batch and its mentors read along.</p>
        </LinkPanel>
      ),
    },
    {
      value: 'grades',
      label: 'My Grades',
      panel: <GradesPanel timeline={data.timeline} now={now} onRetry={onRetry} />,
    },
    {
      value: 'final',
      label: 'Final Project Submission',
      disabledReason,
      panel: (
        <LinkPanel
          title="Final Project Submission"
          to="/FinalProjectSubmission"
          label="Go to Final Project Submission"
        >
          <p>
            The whole of your project: links, one file and your comments. You can hand in again afterwards.
          </p>
        </LinkPanel>
      ),
    },
    {
      value: 'viva',
      label: 'Viva Voce',
      disabledReason,
      panel: (
        <LinkPanel title="Viva Voce" to="/viva" label="Go to Viva Voce">
          <p>
            Six guideline steps lead through the talk.{' '}
            {deadline != null && (
              <>
                The deadline is <Time value={deadline} />.
              </>
            )}
          </p>
        </LinkPanel>
      ),
    },
  ];
  const requested = tabs.find((tab) => tab.value === search.get('tab') && tab.disabledReason === undefined);
  return (
    <div id="tabs" className={styles['tabs']}>
      <Tabs
        label="Your project"
        tabs={tabs}
        value={requested?.value ?? 'overview'}
        addressOf={(tab) => `?tab=${tab}#tabs`}
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
