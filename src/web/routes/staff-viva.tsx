import { ownVivasAddress, vivaAddress } from '#contract/examiners/addresses';
import type { BankQuestion } from '#contract/examiners/question-calls';
import type { VivaPapers } from '#contract/examiners/viva-calls';
import type { VivaHour } from '#contract/viva-hour/hour-calls';
import { Papers, VivaFacts } from '../features/examiners/papers.tsx';
import { readOutcomeForm } from '../features/viva-hour/outcome-form.tsx';
import { VivaHourPart } from '../features/viva-hour/viva-hour.tsx';
import { toResult, valueOf, type Result } from '../lib/calls/deferred.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Row, ScreenHead } from '../ui/layout.tsx';
import { LoadError } from './load-error.tsx';
import { staffLoad, StaffScreen } from './staff-screen.tsx';

export const meta = pageMeta('Viva');

/** A student without a project has papers, and nothing that could be marked. */
type Viva = { papers: VivaPapers; hour: Result<VivaHour>; bank: Result<readonly BankQuestion[]> };

const load = staffLoad(async (call, { params }): Promise<Viva> => {
  const of = { params: { s_id: params['s_id'] ?? '' } };
  const [papers, hour, bank] = await Promise.all([
    call('readViva', of),
    toResult(call('readVivaHour', of)),
    toResult(call('readPanelQuestions', of)),
  ]);
  return { papers, hour, bank };
});
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'viva-outcome-confirmed': 'You have confirmed the outcome.',
});

const change: SignedInHandler = async (call, { fields, params }) => {
  const s_id = params['s_id'] ?? '';
  const idempotencyKey = fields['Idempotency-Key'];
  await call('confirmVivaOutcome', { params: { s_id }, body: readOutcomeForm(fields), idempotencyKey });
  return redirectWithNotice(vivaAddress(s_id), 'viva-outcome-confirmed');
};
export const action = signedInAction(change);
export const clientAction = browserAction(change);

export default function StaffViva() {
  return (
    <StaffScreen<Viva> title="Viva" failure="This viva could not be loaded" skeleton={['8rem', 8]}>
      {({ papers, hour, bank }, user) => (
        <>
          <Row gap={3}>
            <ScreenHead title={`Viva of ${papers.student.s_name}`} />
            <ButtonLink variant="secondary" small to={ownVivasAddress}>
              Your vivas
            </ButtonLink>
          </Row>
          <VivaFacts viva={papers} />
          {'value' in hour ? (
            <VivaHourPart
              hour={hour.value}
              account={user.account}
              address={vivaAddress(papers.student.s_id)}
              bank={valueOf(bank) ?? []}
            />
          ) : (
            <LoadError title="Marks cannot be given now" error={hour.error} />
          )}
          <Papers papers={papers} />
        </>
      )}
    </StaffScreen>
  );
}
