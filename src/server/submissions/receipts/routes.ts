import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/receipts';
import type { AppContext } from '../../platform/context.ts';
import { anyone, mount } from '../../platform/http/registrar.ts';
import { receiptReader } from '../policy.ts';
import { presentSignedReceipt } from './present-signed-receipt.ts';
import { receiptKey } from './receipt-key.ts';
import { verifyReceipt } from './verify-receipt.ts';

export function mountReceipts(server: FastifyInstance, context: AppContext): void {
  mount(server, context, calls.readReceiptKey, {
    access: anyone,
    async handle() {
      return { status: 200, body: { key: (await receiptKey(context)).publicKey } };
    },
  });

  mount(server, context, calls.readReceipt, {
    access: receiptReader,
    async handle({ subject }) {
      return { status: 200, body: await presentSignedReceipt(context, subject) };
    },
  });

  mount(server, context, calls.verifyReceipt, {
    access: anyone,
    async handle({ body }) {
      return { status: 200, body: { verdict: await verifyReceipt(context, body) } };
    },
  });

  server.addHook('onReady', async () => void (await receiptKey(context)));
}
