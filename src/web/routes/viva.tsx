import { studentMessages } from '#contract/student-messages';
import { SubmissionTask } from '../features/submissions/form/submission-task.tsx';
import { useLiveTasks } from '../features/submissions/live-tasks.ts';
import { NoProjectYet, NotOpenYet } from '../features/submissions/submission-closed.tsx';
import { SubmissionColumns, TaskLinks } from '../features/submissions/submission-layout.tsx';
import { linesOfVersion } from '../features/marking/lines/lines-of-version.tsx';
import { SubmissionList } from '../features/submissions/submission-list.tsx';
import { useDelays } from '../features/vivas/day/use-delays.ts';
import { OwnVivaRecords, readOwnRecords } from '../features/viva-hour/own-viva-record.tsx';
import { CancelledViva } from '../features/vivas/cancelled-viva.tsx';
import { OwnViva } from '../features/vivas/own-viva.tsx';
import { Preparation, readPreparation } from '../features/vivas/preparation.tsx';
import { AskForRemote, readRemote } from '../features/vivas/remote-consent.tsx';
import { readOwnViva } from '../features/vivas/read-own-viva.ts';
import {
  readSubmissionPage,
  useReceipts,
  type SubmissionPageData,
} from '../features/submissions/submission-page.ts';
import { hasMark } from '../features/submissions/submitted-already.tsx';
import { Deadline, Guidelines, VivaFormGate, VivaResult } from '../features/submissions/viva.tsx';
import { submissionAction, submissionLoad, SubmissionScreen } from './submission-screen.tsx';
import { useReadNotices } from '../lib/unread-notices.ts';
import { Stack } from '../ui/layout.tsx';
import { useClockOffset } from '../lib/page/page-time.ts';
import type { CurrentUser } from '#contract/accounts/calls';
import type { RemoteConsent } from '#contract/vivas/remote-consent-calls';
import type { OwnVivaTime } from '#contract/progress/viva-time-calls';
import type { OwnVivaRecord } from '#contract/viva-hour/record-calls';
import type { Preparation as PreparationView } from '#contract/projects/viva-bank-calls';
import type { Call } from '../lib/calls/client.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';

export const meta = pageMeta('Viva Voce');

type VivaPage = SubmissionPageData & {
  own: OwnVivaTime;
  preparation: PreparationView;
  consent: RemoteConsent | null;
  records: readonly OwnVivaRecord[];
};

async function readVivaPage(call: Call, user: CurrentUser): Promise<VivaPage> {
  const [page, own, preparation, records] = await Promise.all([
    readSubmissionPage(call, user),
    readOwnViva(call, user.account),
    readPreparation(call, user.account),
    readOwnRecords(call, user.account),
  ]);
  const consent = own.time?.link == null ? null : await readRemote(call, user.account);
  return { ...page, own, preparation, consent, records };
}

const load = submissionLoad(readVivaPage);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = submissionAction('uploadViva');

/** The client-side check (specification, section 5). */
function validate(comments: string, file: File | null): string | null {
  return comments.trim() === '' || file === null ? studentMessages.vivaIncomplete : null;
}

function VivaScreen({ page }: { page: VivaPage }) {
  const { student, snapshot, receipts: initial, briefs, own, preparation, consent, records } = page;
  const { time } = own;
  const receipts = useReceipts(student, initial);
  useReadNotices(student, 'viva-time');
  useDelays(time);
  const viva = useLiveTasks(snapshot, receipts.receipts).find(({ task }) => task === 'viva');
  const offset = useClockOffset(snapshot.offset);
  const { viva_deadline } = snapshot.timeline;
  const form = (task: NonNullable<typeof viva>) => (
    <VivaFormGate task={task}>
      <SubmissionTask
        call="uploadViva"
        task={task}
        briefs={briefs}
        declaration={snapshot.timeline.declaration}
        hasLinks={false}
        validate={validate}
        takesFocus
        receipts={receipts}
      />
    </VivaFormGate>
  );
  const isOpen = viva !== undefined && viva.opens_at !== null && viva.state !== 'locked';
  return (
    <>
      {viva?.opens_at && <TaskLinks current="/viva" />}
      <SubmissionColumns
        side={
          <>
            <OwnViva time={time} />
            {/* A mark or a closed result makes up for it. */}
            {viva?.opens_at && !viva.frozen && !hasMark(viva) && <CancelledViva {...own} />}
            <AskForRemote consent={consent} />
            {viva_deadline !== null && (
              <Deadline at={viva_deadline} offset={offset} task={viva} hasTime={time !== null} />
            )}
            {isOpen && (
              <SubmissionList tasks={[viva]} receipts={receipts} more={linesOfVersion(receipts.student)} />
            )}
          </>
        }
        below={
          <Stack gap={6}>
            <OwnVivaRecords records={records} s_id={student.account} />
            <Guidelines />
            {viva?.opens_at && !hasMark(viva) && (
              <Preparation
                preparation={preparation}
                rubric={briefs.find(({ task }) => task === 'viva')?.rubric ?? []}
                tasks={snapshot.timeline.tasks}
                minutes={time?.minutes ?? null}
              />
            )}
          </Stack>
        }
      >
        {viva && <VivaResult task={viva} />}
        {viva === undefined || viva.opens_at === null ? (
          <NoProjectYet />
        ) : isOpen ? (
          form(viva)
        ) : (
          <NotOpenYet task="viva" opensAt={viva.opens_at} />
        )}
      </SubmissionColumns>
    </>
  );
}

export default function Viva() {
  return (
    <SubmissionScreen title="Viva Voce">{(page: VivaPage) => <VivaScreen page={page} />}</SubmissionScreen>
  );
}
