import { useSearchParams } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { Announcement } from '#contract/notices/announcement-calls';
import type { BriefWithRubric } from '#contract/projects/brief-calls';
import { isOpen, opensAt, tasks } from '#contract/dates';
import { gradesAddress } from '#contract/screens';
import type { VivaTime } from '#contract/progress/viva-time-calls';
import type { References } from '#contract/projects/calls';
import type { StudentResult } from '#contract/results/result-calls';
import type { Selection } from '#contract/selections/calls';
import type { ListedReceipt } from '#contract/submissions/calls';
import type { QuestionLine } from '../features/forum/news/newest-posts.tsx';
import { UnreadAnnouncements } from '../features/notices/pinned-announcements.tsx';
import type { ProjectAnswer } from '../features/projects/project-answer.tsx';
import type { TimelineSnapshot } from '../features/submissions/live-tasks.ts';
import { LiveTaskProgress, NextStepOfProject } from '../features/submissions/next-step-of-project.tsx';
import { valueOf, type Result } from '../lib/calls/deferred.ts';
import { useClockOffset } from '../lib/page/page-time.ts';
import { useServerNow } from '../lib/page/server-clock.ts';
import { useFocusOnHash } from '../lib/use-focus-on-hash.ts';
import { Tabs, type Tab } from '../ui/tabs.tsx';
import { Time } from '../ui/time.tsx';
import { ResultPart } from './load-error.tsx';
import { DocumentPanel, ForumPanel, GradesPanel, ReferencesPanel } from './project-dashboard-panels.tsx';
import { FinalPanel, VivaPanel, WeeklyPanel } from './project-dashboard-tasks.tsx';

/** Each `Result` loads or fails on its own. */
export type ProjectDashboardData = {
  selection: Selection;
  timeline: Result<TimelineSnapshot>;
  result: Result<StudentResult>;
  /** Null until the office has published one. */
  viva: VivaTime | null;
  project: Result<ProjectAnswer>;
  references: Result<References>;
  /** Null while the forum waits for a confirmed address. */
  questions: Result<QuestionLine[]> | null;
  announcements: readonly Announcement[];
  /** The project's briefs by task. */
  briefs: readonly BriefWithRubric[];
  /** Loaded only if the address names a receipt. */
  receipts: ListedReceipt[];
};

/** The specification's exact text (section 2). */
const notEligible = '(You are not eligible now!!!)';

type Props = { user: CurrentUser; data: ProjectDashboardData };

/** Where a tab's form or button leads. */
const addressOfTab: Readonly<Record<string, string>> = {
  references: '/ProjectDashboard1?tab=references',
  weekly: '/WeeklySubmission',
  grades: gradesAddress(),
  final: '/FinalProjectSubmission',
  viva: '/viva',
};

/** Above the first tab; below the others, since students open those for their panel. */
function NextStep({ user, data: { timeline, announcements }, tab }: Props & { tab: string }) {
  return (
    <>
      <ResultPart result={timeline} title="Your next step could not be loaded">
        {(snapshot) => (
          <>
            <NextStepOfProject snapshot={snapshot} shown={addressOfTab[tab]} />
            <LiveTaskProgress snapshot={snapshot} />
          </>
        )}
      </ResultPart>
      <UnreadAnnouncements user={user} announcements={announcements} />
    </>
  );
}

/** The seven tabs of a project (specification, section 2); the last two are enabled later. */
export function ProjectTabs({ user, data }: Props) {
  const [search, setSearch] = useSearchParams();
  useFocusOnHash('tabs', '[role="tab"][aria-selected="true"]');
  const start = Date.parse(data.selection.start_date);
  const snapshot = valueOf(data.timeline);
  const openingTimes = tasks.map((task) => opensAt(task, start));
  const now = useServerNow(useClockOffset(snapshot?.offset ?? null), openingTimes);
  const disabledReason = isOpen('final', start, now) ? undefined : notEligible;

  const first = 'overview';
  const tabs: Tab[] = [
    {
      value: first,
      label: 'Project Overview Document',
      panel: <DocumentPanel project={data.project} />,
    },
    {
      value: 'references',
      label: 'Reference Materials',
      panel: <ReferencesPanel references={data.references} />,
    },
    {
      value: 'weekly',
      label: 'Weekly Submission',
      panel: <WeeklyPanel user={user} {...data} />,
    },
    {
      value: 'forum',
      label: 'Discussion Forum',
      panel: <ForumPanel batch={user.batch} questions={data.questions} />,
    },
    {
      value: 'grades',
      label: 'My Grades',
      panel: <GradesPanel user={user} {...data} />,
    },
    {
      value: 'final',
      label: 'Final Project Submission',
      disabledReason,
      panel: <FinalPanel timeline={data.timeline} briefs={data.briefs} />,
    },
    {
      value: 'viva',
      label: 'Viva Voce',
      disabledReason,
      panel: <VivaPanel timeline={data.timeline} time={data.viva} />,
    },
  ];
  const requested = tabs.find((tab) => tab.value === search.get('tab') && tab.disabledReason === undefined);
  const value = requested?.value ?? first;
  return (
    <>
      {value === first && <NextStep user={user} data={data} tab={value} />}
      <div id="tabs">
        <Tabs
          label="Your project"
          tabs={tabs}
          value={value}
          addressOf={(tab) => `?tab=${tab}#tabs`}
          onChange={(tab) => setSearch({ tab }, { replace: true, preventScrollReset: true })}
          note={
            disabledReason && (
              <span>
                Final Project Submission and Viva Voce open on{' '}
                <Time value={new Date(opensAt('final', start)).toISOString()} />.
              </span>
            )
          }
        />
      </div>
      {value !== first && <NextStep user={user} data={data} tab={value} />}
    </>
  );
}
