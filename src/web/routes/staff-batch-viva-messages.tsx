import { redirect, useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { spelledBatch } from '#contract/progress/batch-view';
import { vivaMessagesAddress, vivasAddress } from '#contract/vivas/addresses';
import type { VivaMessages as Messages } from '#contract/vivas/message-calls';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { BatchUnavailable } from '../features/marking/desk/desk-states.tsx';
import { readMessageForm, VivaMessages } from '../features/vivas/viva-messages.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { PageBody } from '../ui/frame.tsx';
import { FormSkeleton } from '../ui/states.tsx';
import { OfficeHead } from './office-head.tsx';

const title = 'WhatsApp messages';
export const meta = pageMeta(title);

/** `page` is null without the office's role. */
type LoaderData = {
  user: CurrentUser;
  batch: string;
  page: Deferred<Result<Messages>> | null;
};

async function load(call: Call, { user, params }: Visit): Promise<LoaderData> {
  const batch = spelledBatch(params['batch'] ?? '', user.batches);
  if (user.role !== 'administrator') return { user, batch, page: null };
  const page = await defer(toResult(call('listVivaMessages', { params: { batch } })));
  return { user, batch, page };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const note: SignedInHandler = async (call, { fields, params }) => {
  const { student, body } = readMessageForm(fields);
  const idempotencyKey = fields['Idempotency-Key'];
  const of = { batch: params['batch'] ?? '', s_id: student };
  await call('noteVivaMessage', { params: of, body, idempotencyKey });
  // The row itself says it.
  return redirect(vivaMessagesAddress(of.batch), 303);
};
export const action = signedInAction(note);
export const clientAction = browserAction(note);

export default function StaffBatchVivaMessages() {
  const { user, batch, page } = useLoaderData<LoaderData>();
  return (
    <PageBody width="work">
      <OfficeHead
        title={title}
        {...(page !== null && { trail: [{ label: `Vivas of ${batch}`, to: vivasAddress(batch) }] })}
      />
      {page === null ? (
        <WrongRole user={user} isOffice />
      ) : (
        <AwaitData data={page.data} skeleton={<FormSkeleton />}>
          {(result: Result<Messages>) =>
            'error' in result ? (
              <BatchUnavailable batch={batch} error={result.error} />
            ) : (
              <VivaMessages list={result.value} batch={batch} />
            )
          }
        </AwaitData>
      )}
    </PageBody>
  );
}
