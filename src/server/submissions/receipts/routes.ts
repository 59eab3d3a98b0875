import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/submissions/receipt-calls';
import type { AppContext } from '../../platform/context.ts';
import { anyone } from '../../accounts/policy.ts';
import { registerEndpoint } from '../../accounts/sessions/register-endpoint.ts';
import { receiptReader } from '../policy.ts';
import { presentSignedReceipt } from './signed-receipt.ts';
import { receiptKeys } from './receipt-key.ts';
import { verifyReceipt } from './verify-receipt.ts';

export function registerReceiptRoutes(server: FastifyInstance, context: AppContext): void {
  registerEndpoint(server, context, calls.readReceiptKey, {
    authorize: anyone,
    async handle() {
      const [key, ...former] = (await receiptKeys(context)).publicKeys;
      return { status: 200, body: { key: key as string, former_keys: former } };
    },
  });

  registerEndpoint(server, context, calls.readReceipt, {
    authorize: receiptReader,
    async handle({ resource }) {
      return { status: 200, body: await presentSignedReceipt(context, resource) };
    },
  });

  registerEndpoint(server, context, calls.verifyReceipt, {
    authorize: anyone,
    async handle({ body }) {
      return { status: 200, body: { verdict: await verifyReceipt(context, body) } };
    },
  });

  server.addHook('onReady', async () => void (await receiptKeys(context)));
}
