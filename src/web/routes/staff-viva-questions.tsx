import type { CurrentUser } from '#contract/accounts/calls';
import type { StoredBank } from '#contract/projects/viva-bank-calls';
import { bankAddress } from '#contract/projects/viva-bank';
import { readBankFields, VivaBankForm } from '../features/projects/viva-bank-form.tsx';
import { changedBody } from '../lib/forms/changed-body.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ScreenHead, Stack } from '../ui/layout.tsx';
import { ProjectCrumbs } from './project-crumbs.tsx';
import { staffLoad, StaffScreen } from './staff-screen.tsx';

export const meta = pageMeta('Viva questions');

const load = staffLoad((call, { params }) =>
  call('readVivaBank', { params: { p_id: params['p_id'] ?? '' } }),
);

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'entry-saved': 'Saved.',
});

const save: SignedInHandler = async (call, { fields, params }) => {
  const p_id = params['p_id'] ?? '';
  const { 'Idempotency-Key': idempotencyKey } = fields;
  const body = changedBody(fields, readBankFields);
  const outcome = await call('changeVivaBank', { params: { p_id }, body, idempotencyKey });
  return redirectWithNotice(bankAddress(p_id), 'entry-saved', { outcome });
};
export const action = signedInAction(save);
export const clientAction = browserAction(save);

function Questions({ user, bank }: { user: CurrentUser; bank: StoredBank }) {
  return (
    <>
      <Stack gap={1}>
        <ProjectCrumbs user={user} project={bank.project} />
        <ScreenHead title={`Viva questions for ${bank.project.name}`} />
      </Stack>
      <VivaBankForm key={bank.project.id} account={user.account} bank={bank} />
    </>
  );
}

export default function StaffVivaQuestions() {
  return (
    <StaffScreen<StoredBank>
      title="Viva questions"
      failure="The questions could not be loaded"
      skeleton={['form']}
    >
      {(bank, user) => <Questions user={user} bank={bank} />}
    </StaffScreen>
  );
}
