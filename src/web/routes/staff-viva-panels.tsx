import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { spelledBatch } from '#contract/progress/batch-view';
import { vivaPanelsAddress } from '#contract/viva-hour/addresses';
import type { VivaHours } from '#contract/viva-hour/hour-calls';
import { vivasAddress } from '#contract/vivas/addresses';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { BatchUnavailable } from '../features/marking/desk/desk-states.tsx';
import { PanelList, readClosing, readRuleForm, VivaRuleForm } from '../features/viva-hour/office-panels.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Row, ScreenHead, Small, Stack } from '../ui/layout.tsx';
import { FormSkeleton } from '../ui/states.tsx';
import { Section } from './staff-screen.tsx';

export const meta = pageMeta('Viva marks');

/** `page` is null for others than the office. */
type LoaderData = { user: CurrentUser; batch: string; page: Deferred<Result<VivaHours>> | null };

async function load(call: Call, { user, params }: Visit): Promise<LoaderData> {
  const batch = spelledBatch(params['batch'] ?? '', user.batches);
  if (user.role !== 'administrator') return { user, batch, page: null };
  return { user, batch, page: await defer(toResult(call('listVivaHours', { params: { batch } }))) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'viva-rule-saved': 'The rule for viva marks is saved.',
  'viva-panel-closed': 'The panel is closed.',
});

const change: SignedInHandler = async (call, { fields, params }) => {
  const batch = params['batch'] ?? '';
  const idempotencyKey = fields['Idempotency-Key'];
  if (fields['act'] === 'close') {
    const of = { s_id: fields['student'] ?? '' };
    await call('closeVivaPanel', { params: of, body: readClosing(fields), idempotencyKey });
    return redirectWithNotice(vivaPanelsAddress(batch), 'viva-panel-closed');
  }
  await call('setVivaRule', { params: { batch }, body: readRuleForm(fields), idempotencyKey });
  return redirectWithNotice(vivaPanelsAddress(batch), 'viva-rule-saved');
};
export const action = signedInAction(change);
export const clientAction = browserAction(change);

export default function StaffVivaPanels() {
  const { user, batch, page } = useLoaderData<LoaderData>();
  return (
    <PageBody width="work">
      <Row gap={3}>
        <ScreenHead title={page === null ? 'Viva marks' : `Viva marks of ${batch}`} />
        {page !== null && (
          <ButtonLink variant="secondary" small to={vivasAddress(batch)}>
            Plan of the vivas
          </ButtonLink>
        )}
      </Row>
      {page === null ? (
        <WrongRole user={user} />
      ) : (
        <AwaitData data={page.data} skeleton={<FormSkeleton />}>
          {(result: Result<VivaHours>) =>
            'value' in result ? (
              <Stack>
                <Small>
                  {`Confirmed: ${result.value.confirmed} of ${result.value.hours.length}. Nobody sees marks before the whole panel has given them.`}
                </Small>
                <PanelList hours={result.value.hours} />
                <Section title="How marks become one">
                  <VivaRuleForm rule={result.value.rule} />
                </Section>
              </Stack>
            ) : (
              <BatchUnavailable batch={batch} error={result.error} />
            )
          }
        </AwaitData>
      )}
    </PageBody>
  );
}
