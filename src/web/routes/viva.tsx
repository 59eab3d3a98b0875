import { messages } from '#contract/messages';
import { pageTitle } from '#contract/screens';
import { SubmissionColumns } from '../features/submissions/submission-columns.tsx';
import { SubmissionTask } from '../features/submissions/form/submission-task.tsx';
import { useLiveTasks } from '../features/submissions/live-tasks.ts';
import { NoProjectYet } from '../features/submissions/no-project-yet.tsx';
import { NotOpenYet } from '../features/submissions/not-open-yet.tsx';
import type { SubmissionPageData } from '../features/submissions/read-submission-page.ts';
import { SubmissionList } from '../features/submissions/submission-list.tsx';
import { useReceipts } from '../features/submissions/use-receipts.ts';
import { Deadline } from '../features/submissions/deadline.tsx';
import { Guidelines } from '../features/submissions/guidelines.tsx';
import { VivaResult } from '../features/submissions/viva-result.tsx';
import { VivaFormGate } from '../features/submissions/viva-form-gate.tsx';
import { loadSubmissionScreen, submissionAction, SubmissionScreen } from './submission-screen.tsx';
import { useClockOffset } from '../lib/page/page-time.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';

export const meta = () => [{ title: pageTitle('Viva Voce') }];

export const loader = serverLoader(loadSubmissionScreen);
export const clientLoader = browserLoader(loadSubmissionScreen);
export const action = submissionAction('uploadViva', '/viva');

/** The client-side check (specification, section 5). */
function validate(comments: string, file: File | null): string | null {
  return comments.trim() === '' || file === null ? messages.vivaIncomplete : null;
}

function VivaSubmission({
  page: { student, snapshot, receipts: initial, briefs },
}: {
  page: SubmissionPageData;
}) {
  const task = useLiveTasks(snapshot).find((one) => one.task === 'viva');
  const receipts = useReceipts(student, initial);
  if (task === undefined || task.opens_at === null) return <NoProjectYet />;
  if (task.state === 'locked') return <NotOpenYet task="viva" opensAt={task.opens_at} />;
  return (
    <SubmissionColumns side={<SubmissionList tasks={[task]} receipts={receipts} />}>
      <VivaFormGate isAgain={task.version !== null}>
        <SubmissionTask
          call="uploadViva"
          standing={task}
          briefs={briefs}
          hasLinks={false}
          validate={validate}
          takesFocus
          receipts={receipts}
        />
      </VivaFormGate>
    </SubmissionColumns>
  );
}

function VivaScreen({ page }: { page: SubmissionPageData }) {
  const { timeline } = page.snapshot;
  const offset = useClockOffset(page.snapshot.offset);
  const viva = timeline.tasks.find(({ task }) => task === 'viva');
  return (
    <>
      {viva && <VivaResult task={viva} />}
      {timeline.viva_deadline !== null && (
        <Deadline at={timeline.viva_deadline} offset={offset} task={viva} />
      )}
      <Guidelines />
      <VivaSubmission page={page} />
    </>
  );
}

export default function Viva() {
  return (
    <SubmissionScreen title="Viva Voce" intro="A conversation about your project, in six steps.">
      {(page) => <VivaScreen page={page} />}
    </SubmissionScreen>
  );
}
