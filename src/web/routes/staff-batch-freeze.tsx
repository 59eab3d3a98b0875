import type { CurrentUser } from '#contract/accounts/calls';
import { spelledBatch } from '#contract/progress/batch-view';
import { freezeAddress } from '#contract/results/addresses';
import type { BatchFreezes } from '#contract/results/freeze-calls';
import { finishAddress } from '#contract/results/unfinished';
import {
  FreezeForm,
  FreezeSummary,
  Incomplete,
  incompleteIn,
  LeftOut,
  NextResults,
  OpenResult,
  Releases,
  Sheets,
} from '../features/results/freeze.tsx';
import {
  browserAction,
  refuseInvalid,
  signedInAction,
  type SignedInHandler,
} from '../lib/forms/form-action.ts';
import { removalBody } from '../lib/forms/began-fields.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Row, ScreenHead, Small } from '../ui/layout.tsx';
import { Section, staffLoad, StaffScreen } from './staff-screen.tsx';
import styles from './staff-batch.module.css';

const title = 'Freeze results';
export const meta = pageMeta(title);

const load = staffLoad((call, { user, params }) => {
  const batch = spelledBatch(params['batch'] ?? '', user.batches);
  return call('readFreezes', { params: { batch } });
});
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'results-frozen': 'The results are frozen. Students are notified.',
  'result-opened': 'The result is open. The student is notified.',
});

const submit: SignedInHandler = async (call, { fields, params }) => {
  const batch = params['batch'] ?? '';
  const idempotencyKey = fields['Idempotency-Key'];
  const reason = fields['reason']?.trim() ?? '';
  if (fields['act'] === 'open') {
    const s_id = fields['student'] ?? '';
    if (s_id === '') refuseInvalid({ field: 'student', message: 'Choose a student' });
    await call('openResult', { params: { s_id }, body: { reason, ...removalBody(fields) }, idempotencyKey });
    return redirectWithNotice(freezeAddress(batch), 'result-opened');
  }
  await call('freezeResults', {
    params: { batch },
    body: {
      digest: fields['digest'] ?? '',
      incomplete: fields['incomplete'] === 'freeze' ? 'freeze' : 'leave_out',
      reason,
    },
    idempotencyKey,
  });
  return redirectWithNotice(freezeAddress(batch), 'results-frozen');
};
export const action = signedInAction(submit);
export const clientAction = browserAction(submit);

function Freeze({ user, page: { batch, freezes, next } }: { user: CurrentUser; page: BatchFreezes }) {
  const isOffice = user.role === 'administrator';
  const incomplete = incompleteIn(next);
  return (
    <>
      <Row gap={3}>
        <ScreenHead title={title} />
        <Small>{batch}</Small>
        <ButtonLink variant="secondary" small to={finishAddress(batch)} className={styles['back']}>
          End of the course
        </ButtonLink>
      </Row>
      <Section title={`Sheet ${next.number}`}>
        <FreezeSummary next={next} />
        {isOffice ? (
          <FreezeForm key={next.digest} batch={batch} next={next} />
        ) : (
          <p>The office freezes the results.</p>
        )}
      </Section>
      {incomplete.length > 0 && (
        <Section title="Incomplete results">
          <Incomplete students={incomplete} />
        </Section>
      )}
      <Section title="Marks that are released">
        <Releases next={next} />
      </Section>
      <Section title="Results">
        <NextResults students={next.students} />
        {isOffice && <OpenResult students={next.students} />}
      </Section>
      {next.left_out.length > 0 && (
        <Section title="Not on the sheet">
          <LeftOut students={next.left_out} />
        </Section>
      )}
      <Section title="Sheets">
        <Sheets batch={batch} freezes={freezes} />
      </Section>
    </>
  );
}

export default function StaffBatchFreeze() {
  return (
    <StaffScreen<BatchFreezes> title={title} failure="The results could not be loaded" skeleton={['3rem', 6]}>
      {(page, user) => <Freeze user={user} page={page} />}
    </StaffScreen>
  );
}
