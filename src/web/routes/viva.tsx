import { messages } from '#contract/messages';
import { pageTitle } from '#contract/screens';
import { HandInColumns } from '../features/submissions/hand-in-columns.tsx';
import { HandIn } from '../features/submissions/hand-in.tsx';
import { useLiveTasks } from '../features/submissions/live-tasks.ts';
import { NoProjectYet } from '../features/submissions/no-project-yet.tsx';
import { NotOpenYet } from '../features/submissions/not-open-yet.tsx';
import type { HandIns } from '../features/submissions/read-hand-ins.ts';
import { StandingList } from '../features/submissions/standing-list.tsx';
import { useReceipts } from '../features/submissions/use-receipts.ts';
import { Deadline } from '../features/vivas/deadline.tsx';
import { Guidelines } from '../features/vivas/guidelines.tsx';
import { VivaFormGate } from '../features/vivas/viva-form-gate.tsx';
import { HandInScreen } from './hand-in-screen.tsx';

export const meta = () => [{ title: pageTitle('Viva Voce') }];

export { loadHandIns as clientLoader } from './hand-in-screen.tsx';

/** The specification's check, section 5. */
function refuse(comments: string, file: File | null): string | null {
  return comments.trim() === '' || file === null ? messages.vivaIncomplete : null;
}

function VivaHandIn({ handIns: { student, read, receipts: first } }: { handIns: HandIns }) {
  const task = useLiveTasks(read).find((one) => one.task === 'viva');
  const receipts = useReceipts(student, first);
  if (task === undefined || task.opens_at === null) return <NoProjectYet />;
  if (task.state === 'locked') return <NotOpenYet task="viva" opensAt={task.opens_at} />;
  return (
    <HandInColumns side={<StandingList tasks={[task]} receipts={receipts} />}>
      <VivaFormGate>
        <HandIn call="uploadViva" hasLinks={false} refuse={refuse} takesFocus receipts={receipts} />
      </VivaFormGate>
    </HandInColumns>
  );
}

function VivaScreen({ handIns }: { handIns: HandIns }) {
  const { timeline, offset } = handIns.read;
  return (
    <>
      {timeline.viva_deadline !== null && <Deadline at={timeline.viva_deadline} offset={offset} />}
      <Guidelines />
      <VivaHandIn handIns={handIns} />
    </>
  );
}

export default function Viva() {
  return (
    <HandInScreen
      title="Viva Voce"
      intro="A conversation about your project. Prepare its six steps, then submit what you bring to it."
    >
      {(handIns) => <VivaScreen handIns={handIns} />}
    </HandInScreen>
  );
}
