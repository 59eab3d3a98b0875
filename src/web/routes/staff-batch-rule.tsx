import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { batchAddress, spelledBatch } from '#contract/progress/batch-view';
import { batchRuleAddress } from '#contract/results/addresses';
import type { BatchRule } from '#contract/results/rule-calls';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { BatchUnavailable } from '../features/marking/desk/desk-states.tsx';
import { readRuleForm, RuleForm } from '../features/results/rule-form.tsx';
import { RuleSentences } from '../features/results/rule-sentences.tsx';
import { RuleVersions } from '../features/results/rule-versions.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Row, ScreenHead } from '../ui/layout.tsx';
import { FormSkeleton } from '../ui/states.tsx';
import { Section } from './staff-screen.tsx';
import styles from './staff-batch.module.css';

export const meta = pageMeta('Result rule');

/** `page` is null for students. */
type LoaderData = { user: CurrentUser; batch: string; page: Deferred<Result<BatchRule>> | null };

async function load(call: Call, { user, params }: Visit): Promise<LoaderData> {
  const batch = spelledBatch(params['batch'] ?? '', user.batches);
  if (user.role === 'student') return { user, batch, page: null };
  return { user, batch, page: await defer(toResult(call('readResultRule', { params: { batch } }))) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'rule-saved': 'The rule is saved.',
});

const setRule: SignedInHandler = async (call, { fields, params }) => {
  const batch = params['batch'] ?? '';
  const body = readRuleForm(fields);
  await call('setResultRule', { params: { batch }, body, idempotencyKey: fields['Idempotency-Key'] });
  return redirectWithNotice(batchRuleAddress(batch), 'rule-saved');
};
export const action = signedInAction(setRule);
export const clientAction = browserAction(setRule);

function BatchRuleScreen({ user, rule }: { user: CurrentUser; rule: BatchRule }) {
  return (
    <>
      {user.role === 'administrator' ? (
        <Section title="The rule" isHidden>
          <RuleForm key={rule.batch} account={user.account} stored={rule} />
        </Section>
      ) : (
        <Section title="As students read it">
          <RuleSentences sentences={rule.sentences} />
        </Section>
      )}
      <Section title="Versions">
        <RuleVersions versions={rule.versions} />
      </Section>
    </>
  );
}

export default function StaffBatchRule() {
  const { user, batch, page } = useLoaderData<LoaderData>();
  return (
    <PageBody width="work">
      <Row gap={3}>
        <ScreenHead title={page === null ? 'Result rule' : `Result rule of ${batch}`} />
        {page !== null && (
          <ButtonLink variant="secondary" small to={batchAddress(batch)} className={styles['back']}>
            All students
          </ButtonLink>
        )}
      </Row>
      {page === null ? (
        <WrongRole user={user} />
      ) : (
        <AwaitData data={page.data} skeleton={<FormSkeleton />}>
          {(result: Result<BatchRule>) =>
            'value' in result ? (
              <BatchRuleScreen user={user} rule={result.value} />
            ) : (
              <BatchUnavailable batch={batch} error={result.error} />
            )
          }
        </AwaitData>
      )}
    </PageBody>
  );
}
